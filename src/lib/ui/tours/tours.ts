import type { Tour } from './tour';

const score: Tour = {
  id: 'score',
  title: 'Score my file',
  about: 'From a predictions file to checked numbers, and where to look when one surprises you.',
  steps: [
    {
      path: '/score/?split=demo',
      target: { heading: 'Score' },
      title: 'States first',
      text: 'A score needs states, certificates and answers. The demo has all three; choose it in the list of splits, or press “Open the demo”. Your own split is loaded the same way.',
    },
    {
      path: '/score/?split=demo',
      target: { selector: 'main :has(> input[type="file"])' },
      title: 'Drop your predictions',
      text: 'One JSON object a line: state_id, method, ranked_evidence_ids. The file is checked strictly, and every fault is listed with its line. It does not leave this machine.',
    },
    {
      path: '/score/?split=demo',
      target: { selector: '#results' },
      title: 'Complete before anything else',
      text: 'Complete-MSS asks for every required group. Any hit stands beside it, because the two are easily confused: a hit can be had with an answer that helps nobody.',
    },
    {
      path: '/score/?split=demo',
      target: { heading: 'Budget curve' },
      title: 'How much does one more unit buy?',
      text: 'The same methods over the cutoff k. A method that collects repeats climbs late.',
    },
    {
      path: '/score/?split=demo',
      target: { heading: 'State by state' },
      title: 'Open a state that failed',
      text: 'Sort by a measure and open a row: which group was missing, which units would have completed it, and at which rank.',
    },
  ],
};

const certificate: Tour = {
  id: 'certificate',
  title: 'Understand a certificate',
  about: 'Why a list of relevant units can be insufficient, seen on one state.',
  steps: [
    {
      path: '/lab/',
      target: { selector: '[data-tour="source"]' },
      title: 'A decision state',
      text: 'An agent stands before a decision in the middle of an issue. Open “What the agent is at” to read the issue and what it says it needs.',
    },
    {
      path: '/lab/',
      target: { selector: '[data-tour="pool"]' },
      title: 'The pool',
      text: 'These are the units that may be returned: windows of lines, functions, classes, notes. Many overlap. Open one to read it.',
    },
    {
      path: '/lab/',
      target: { selector: '[data-tour="certificate"]' },
      title: 'Groups: what is needed',
      text: 'Each group is one fact that the decision needs. All groups are needed; inside a group any of its units will do, because each of them states the fact.',
    },
    {
      path: '/lab/',
      target: { selector: '[data-tour="answer"]' },
      title: 'Give an answer',
      text: 'Press “Answer” beside units, or drag them here. The order is the rank, and only the first few count. Alt and the arrow keys move a unit while one of its buttons has the focus.',
    },
    {
      path: '/lab/',
      target: { selector: '[data-tour="result"]' },
      title: 'Read the sentences',
      text: 'Every measure comes with the reason for its value. Watch group recall rise while Complete-MSS stays 0, until the last group is there.',
    },
    {
      path: '/lab/',
      target: { selector: '[data-tour="deep"]' },
      title: 'What would have done it',
      text: 'The smallest complete set, all minimal ways, the chance of a blind draw, and what a relevance ranker returns for the same state.',
    },
    {
      path: '/lab/',
      target: { selector: '[data-tour="views"]' },
      title: 'Now by yourself',
      text: 'Twelve short exercises, one idea each, checked as you work. They are behind “Exercises”.',
    },
  ],
};

const paper: Tour = {
  id: 'paper',
  title: 'Read the paper',
  about: 'The argument in five stops, with its numbers under your fingers.',
  steps: [
    {
      path: '/paper/',
      target: { selector: '#need' },
      title: 'The need moves',
      text: 'Step through the states of one issue: after each search and each file something else is missing. That is why relevance to the issue is not the question.',
    },
    {
      path: '/paper/',
      target: { selector: '#stages' },
      title: 'Three calls',
      text: 'Propose a set, look for what the set lacks, choose the final few. Each call sees other candidates, and none sees a certificate.',
    },
    {
      path: '/paper/',
      target: { selector: '#methods' },
      title: 'The methods over k',
      text: 'Published results as curves. Point at one, or step with the arrow keys; the table beside it has the digits.',
    },
    {
      path: '/paper/',
      target: { selector: '#what-if' },
      title: 'How much of it is luck?',
      text: 'Change the number of groups and the size of the pool, and see what a blind choice and an oracle would score.',
    },
    {
      path: '/paper/',
      target: { selector: '#bootstrap' },
      title: 'How sure is a difference?',
      text: 'Draw clusters again and again and watch the interval settle. The engine is the one that the site uses for your runs.',
    },
  ],
};

export const TOURS: readonly Tour[] = [score, certificate, paper];
