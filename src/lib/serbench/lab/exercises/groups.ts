import { certificateOf, startOf, type Exercise } from './exercise';
import { LATE_PARCELS as U, SITES } from './pool';
import { completeGroups, isComplete, scoreOf } from './score';

const READER = {
  ids: ['reader', 'reader-file', 'reader-doc'],
  weight: 3,
  why: 'The line to change: no zone is handed over.',
};
const PARSER = {
  ids: ['parser', 'parser-test'],
  weight: 2,
  role: 'behavior_constraint',
  why: 'Why that ends up two hours off: no zone means UTC.',
};
const ZONE = {
  ids: ['zone-doc', 'settings'],
  weight: 1,
  role: 'interaction_constraint',
  why: 'What the right offset is.',
};
const ALL = Object.values(U);

export const allGroups: Exercise = {
  id: 'and-over-groups',
  title: 'All of them',
  idea: 'Every group is needed: groups are joined by AND.',
  text: [
    'Parcels scanned at Norvik show up two hours late. To repair that, an agent must know three things: where the time is read, what happens to a time without a zone, and which zone is right.',
    'The answer below holds three units that are all about reading feeds. Each is relevant. Together they tell one of the three things.',
  ],
  task: 'Change the answer so that the certificate is complete within 3 units.',
  units: ALL,
  start: startOf(
    certificateOf('and-over-groups', [READER, PARSER, ZONE]),
    ['reader', 'reader-file', 'reader-doc'],
    3,
  ),
  edits: 'answer',
  check: ({ draft }) => {
    if (isComplete(draft)) return { done: true, say: 'Complete: one unit for each of the three facts.' };
    const open = completeGroups(draft).flatMap((complete, g) => (complete ? [] : [`G${g + 1}`]));
    return {
      done: false,
      say: `Still open: ${open.join(', ')}. A second unit for a group that is complete adds nothing.`,
    };
  },
  moral:
    'Three relevant units were not enough, three others are. What counts is what they establish together.',
};

export const oneOfGroup: Exercise = {
  id: 'or-inside-a-group',
  title: 'Any one of them',
  idea: 'Inside a group any acceptable unit will do: OR.',
  text: [
    'A fact is often written down more than once: in the code, in a test, in the notes, and in every larger unit that contains them. A group lists all units that state its fact.',
    'The code of the reader and of the parser is in the answer already, with the carrier notes.',
  ],
  task: 'Make an answer of 3 units that is complete and has none of the three units of the starting answer.',
  units: ALL,
  start: startOf(
    certificateOf('or-inside-a-group', [READER, PARSER, ZONE]),
    ['reader', 'parser', 'zone-doc'],
    3,
  ),
  edits: 'answer',
  check: ({ draft }) => {
    const first = draft.answer.slice(0, 3).filter((id) => ['reader', 'parser', 'zone-doc'].includes(id));
    if (!isComplete(draft))
      return { done: false, say: 'Not complete: each group still needs one of its units.' };
    if (first.length > 0)
      return {
        done: false,
        say: `Complete, but ${first.join(', ')} was there at the start: replace it by another unit of its group.`,
      };
    return { done: true, say: 'Complete again, with entirely different units.' };
  },
  moral:
    'Two answers without a unit in common can be equally good. A measure that asks for one fixed list would call one of them wrong.',
};

export const thresholds: Exercise = {
  id: 'thresholds',
  title: 'One is not a pattern',
  idea: 'A group can ask for several of its units.',
  text: [
    'The inland site keeps parcels for 30 days. Is that an exception? One other site that says 90 could be the exception itself; two that agree show a rule. So the group asks for 2 of the 3 other sites.',
  ],
  task: 'Complete both groups within 3 units.',
  units: Object.values(SITES),
  start: startOf(
    certificateOf('thresholds', [
      {
        ids: ['north', 'harbour', 'quay'],
        need: 2,
        weight: 3,
        role: 'interaction_constraint',
        why: 'Two sites that agree show the rule.',
      },
      { ids: ['purge'], why: 'What the number does.' },
    ]),
    ['north', 'purge', 'purge-test'],
    3,
  ),
  edits: 'answer',
  check: ({ draft }) => {
    if (isComplete(draft))
      return { done: true, say: 'Two sites and the purge: complete at the last of the three.' };
    const [sites, purge] = completeGroups(draft);
    if (!sites) return { done: false, say: 'G1 counts distinct units: it needs a second site.' };
    return { done: false, say: purge ? 'Not complete yet.' : 'G2 lacks its unit.' };
  },
  moral:
    'With a threshold of 2 the first unit of a group earns nothing by itself: the group is complete at the rank of the second.',
};

export const partialCredit: Exercise = {
  id: 'partial-credit',
  title: 'Almost is not complete',
  idea: 'Partial credit is not completion, and any hit is less.',
  text: [
    'Three measures look at the same answer. Any hit asks for one acceptable unit. Group recall counts complete groups. Complete-MSS asks for all of them.',
  ],
  task: 'Make an answer of 3 units with any hit 1, group recall above one half, and Complete-MSS 0.',
  units: ALL,
  start: startOf(certificateOf('partial-credit', [READER, PARSER, ZONE]), [], 3),
  edits: 'answer',
  check: ({ draft }) => {
    if (draft.answer.length < 3)
      return { done: false, say: `Put ${3 - draft.answer.length} more into the answer: the budget is 3.` };
    if (isComplete(draft)) return { done: false, say: 'That is complete: leave one group open.' };
    const recall = scoreOf(draft, 'group_recall');
    if (recall <= 0.5)
      return { done: false, say: `Group recall is ${recall.toFixed(2)}: complete one more group.` };
    return {
      done: true,
      say: 'Two of three groups, a hit, and not complete: the agent still lacks a fact that it needs.',
    };
  },
  moral:
    'An average of partial credits can look good while not one answer was sufficient. That is why Complete-MSS stands first in the table.',
};
