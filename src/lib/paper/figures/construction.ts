import { flow } from '$lib/figure/blocks/flow';
import type { Figure } from '$lib/figure/figure';
import { factNumber } from '../cells';
import type { PaperFacts } from '../schema';
import { show } from '../words';

/** How SERBench is made and what it measures, with the counts of Test500 (what the paper's figure 2 connects). */
export function construction(facts: PaperFacts): Figure {
  const at = (id: string) => show(factNumber(facts, id));
  const states = at('test500.states');
  const stations = [
    {
      name: 'Trajectory',
      line: `${at('test500.issues')} issues, cut at a decision`,
      sentence: `A coding agent works on one of ${at('test500.issues')} issues of ${at('test500.repositories')} repositories; its trajectory is cut just before a decision.`,
    },
    {
      name: 'State card',
      line: `${states} states, all that a method sees`,
      sentence: `What the agent knows at that moment becomes one of ${states} states: issue, need, history, hypothesis and subgoal. A method sees this and the pool, nothing else.`,
    },
    {
      name: 'Pool',
      line: `${at('pool.min_units')} to ${at('pool.max_units')} units, observed ones marked`,
      sentence: `Source units of the repository at that commit form a pool of ${at('pool.min_units')} to ${at('pool.max_units')}; what the agent has read is aligned to them and marked as observed.`,
    },
    {
      name: 'Certificate',
      line: 'groups, alternatives, branches; private',
      sentence:
        'A certificate, which no method sees, says what the decision still requires: groups of facts, any of the units that supply each, and whole alternative branches.',
    },
    {
      name: 'Recovery',
      line: 'a ranked set, scored at k',
      sentence:
        'A method returns a ranked set; the set is complete when every group, or one whole branch, lies within the first k.',
    },
    {
      name: 'Next decision',
      line: 'agents act on the evidence',
      sentence:
        'Further cohorts ask whether better sets lead to better decisions: repairs that name the right files, tests that pass, questions answered.',
    },
  ];
  return {
    id: 'paper-construction',
    title: 'From a trajectory to a score',
    summary: `How a decision becomes a scored state: ${stations.map(({ name }) => name.toLowerCase()).join(', ')}.`,
    source: 'Sections 4 and 6 of the paper; counts of Test500.',
    table: {
      title: 'From a trajectory to a score',
      columns: [
        { key: 'station', label: 'Station', kind: 'text' },
        { key: 'short', label: 'In short', kind: 'text' },
        { key: 'what', label: 'What happens', kind: 'text' },
      ],
      rows: stations.map(({ name, line, sentence }) => [name, line, sentence]),
      notes: [],
    },
    ...flow({ stations }),
  };
}
