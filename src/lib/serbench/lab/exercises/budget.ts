import { certificateOf, startOf, type Exercise } from './exercise';
import { LATE_PARCELS as U } from './pool';
import { isComplete } from './score';

const ALL = Object.values(U);
const GROUPS = [
  { ids: ['reader', 'reader-file', 'reader-doc'], weight: 3, why: 'The line to change.' },
  {
    ids: ['zone-doc', 'settings'],
    weight: 1,
    role: 'interaction_constraint',
    why: 'What the right offset is.',
  },
];

export const redundancy: Exercise = {
  id: 'redundancy',
  title: 'Five ways to say the same',
  idea: 'Redundancy fills the budget.',
  text: [
    'A relevance ranker judges each unit by itself. Units that say the same thing get about the same score, so they stand side by side, and the budget is spent before another fact is reached.',
    'This ranking is complete at rank 6. The budget is 4.',
  ],
  task: 'Take redundant units out, or reorder, until it is complete within the first 4.',
  units: ALL,
  start: startOf(
    certificateOf('redundancy', GROUPS),
    ['reader', 'reader-file', 'reader-doc', 'cli', 'report', 'settings', 'parser'],
    4,
  ),
  edits: 'answer',
  check: ({ draft }) =>
    isComplete(draft)
      ? { done: true, say: 'Complete: the fact that was crowded out is inside the budget now.' }
      : { done: false, say: 'G2 is not within the first 4. Which units repeat what another one says?' },
  moral:
    'Adding the complement of what is already there beats adding more of the same, although every single unit may score lower.',
};

export const observed: Exercise = {
  id: 'observed-units',
  title: 'Seen already',
  idea: 'Observed units cost budget and cover nothing.',
  text: [
    'The agent has read timeutil.py before: the parser and its test are marked as observed. What it has seen is not missing, so such units are in no group. They still take their places when they are returned.',
  ],
  task: 'Complete the certificate within 3 units without changing the budget.',
  units: ALL,
  start: startOf(
    certificateOf('observed-units', GROUPS, [], ['parser', 'parser-test']),
    ['parser', 'parser-test', 'reader', 'settings'],
    3,
  ),
  edits: 'answer',
  check: ({ draft }) => {
    if (isComplete(draft)) return { done: true, say: 'Complete: both facts are within the first three.' };
    const seen = draft.answer.slice(0, 3).filter((id) => id === 'parser' || id === 'parser-test').length;
    return {
      done: false,
      say: `${seen} of your first 3 places ${seen === 1 ? 'is' : 'are'} taken by units that the agent has seen.`,
    };
  },
  moral:
    'A ranker that does not look at the state returns what the agent read a minute ago. The scorer does not punish that; the lost places do.',
};

export const noBackfill: Exercise = {
  id: 'no-backfill',
  title: 'Places do not move up',
  idea: 'The first k are the first k as returned: nothing is backfilled.',
  text: [
    'The same ranking again: two observed units, then the reader, then the settings. One could think that the scorer drops observed units first and counts what is left; then it would be complete at 2.',
  ],
  task: 'At which rank does the ranking really become complete?',
  units: ALL,
  start: startOf(
    certificateOf('no-backfill', GROUPS, [], ['parser', 'parser-test']),
    ['parser', 'parser-test', 'reader', 'settings'],
    5,
  ),
  edits: 'nothing',
  question: { kind: 'number', text: 'Complete at rank', least: 1, most: 20 },
  check: ({ reply }) => {
    if (reply === null) return { done: false, say: 'Type a rank.' };
    if (reply === 4)
      return {
        done: true,
        say: 'Right: the settings stand at position 4, and that is the rank that counts.',
      };
    return {
      done: false,
      say:
        reply === 2
          ? 'That would be so if observed units were taken out. They keep their places.'
          : 'Count the positions as returned, observed units too.',
    };
  },
  moral: 'A place given to a useless unit is gone. Lists are scored as they were returned, without repair.',
};
