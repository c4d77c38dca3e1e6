import { randomExpectation } from '$lib/retrieval/baselines/random';
import { smallestCompleteSet } from '$lib/retrieval/baselines/oracle';
import { toNumber } from '../../exact/fraction';
import { certificateOf, startOf, type Exercise } from './exercise';
import { LATE_PARCELS as U, plainUnits } from './pool';
import { isComplete, scoreOf } from './score';

const ALL = Object.values(U);

export const branches: Exercise = {
  id: 'branches',
  title: 'Two ways, not a mixture',
  idea: 'Alternative branches are whole: parts of different ones do not add up.',
  text: [
    'Besides its groups a certificate can list branches: whole other ways to the same decision. Here one can read the code (reader and parser, the groups), or rely on the notes (branch 1), or on tests and settings (branch 2).',
    'The answer has half of each.',
  ],
  task: 'Make it complete by exchanging one unit of the three.',
  units: ALL,
  start: startOf(
    certificateOf(
      'branches',
      [
        { ids: ['reader'], weight: 3 },
        { ids: ['parser'], weight: 2, role: 'behavior_constraint' },
      ],
      [
        ['reader-doc', 'zone-doc'],
        ['parser-test', 'settings'],
      ],
    ),
    ['reader', 'reader-doc', 'settings'],
    3,
  ),
  edits: 'answer',
  check: ({ draft }) => {
    const kept = ['reader', 'reader-doc', 'settings'].filter((id) =>
      draft.answer.slice(0, 3).includes(id),
    ).length;
    if (!isComplete(draft))
      return { done: false, say: 'One unit of every way is no way. Finish one of them.' };
    if (kept < 2)
      return {
        done: false,
        say: 'Complete, but more than one unit was exchanged. Start over and change one.',
      };
    return {
      done: true,
      say: 'One exchange finishes one way; the other two stay unfinished and do not matter.',
    };
  },
  moral:
    'If halves of different branches were merged, an answer could count as complete that supports no decision at all.',
};

export const minimality: Exercise = {
  id: 'minimality',
  title: 'Minimal, for whom?',
  idea: 'Minimality belongs to the certificate.',
  text: [
    'Three groups, one unit each: the smallest complete set has 3 units. But the whole file feeds.py also shows the call (G1), and it imports the settings with the offset (G3): its excerpt states both facts. The certificate forgot that.',
    'An answer is minimal only with respect to what the certificate accepts.',
  ],
  task: 'Correct the certificate so that the smallest complete set has 2 units. Keep the three groups and what they accept already.',
  units: ALL,
  start: startOf(
    certificateOf('minimality', [
      { ids: ['reader'], weight: 3 },
      { ids: ['parser'], weight: 2 },
      { ids: ['settings'] },
    ]),
    ['reader', 'parser', 'settings'],
    3,
  ),
  edits: 'certificate',
  check: ({ draft }) => {
    const { required_evidence_groups: groups } = draft.certificate;
    const kept = ['reader', 'parser', 'settings'].every((id, g) =>
      groups[g]?.acceptable_evidence_ids.includes(id),
    );
    const same =
      groups.length === 3 &&
      groups.every((group) => group.minimum_required === 1) &&
      draft.certificate.alternative_minimal_sets.length === 0;
    if (!kept || !same)
      return {
        done: false,
        say: 'Keep the three groups with their units and thresholds, and add no branch.',
      };
    const size = smallestCompleteSet(
      draft.certificate,
      ALL.map(({ id }) => id),
    )?.length;
    if (size !== 2)
      return {
        done: false,
        say: `The smallest complete set has ${size ?? 'no'} units. Which unit can serve two groups?`,
      };
    const right = [0, 2].every((g) => groups[g]?.acceptable_evidence_ids.includes('reader-file'));
    return right
      ? { done: true, say: 'The file serves G1 and G3 at once: two units are enough now.' }
      : {
          done: false,
          say: 'Two are enough now, but not for the reason given: it is the whole file that states both facts.',
        };
  },
  moral:
    'The answer of three units did not change, yet it is no longer minimal. Forgotten alternatives make good answers look wrong; that is why certificates are audited.',
};

export const rankingOrSet: Exercise = {
  id: 'ranking-versus-set',
  title: 'Order within the set',
  idea: 'Complete-MSS looks at the set, nDCG at the order.',
  text: [
    'All four units are within the budget, so the set is complete whatever their order. Group nDCG asks how early the groups become complete, heavy ones above all.',
  ],
  task: 'Reorder the four units so that group nDCG is exactly 1.',
  units: ALL,
  start: startOf(
    certificateOf('ranking-versus-set', [
      { ids: ['settings'], weight: 1, role: 'interaction_constraint' },
      { ids: ['reader'], weight: 3 },
      { ids: ['parser'], weight: 2, role: 'behavior_constraint' },
    ]),
    ['cli', 'settings', 'parser', 'reader'],
    4,
  ),
  edits: 'answer',
  check: ({ draft }) => {
    const whole = ['cli', 'parser', 'reader', 'settings'].join() === [...draft.answer].sort().join();
    if (!whole) return { done: false, say: 'Keep the same four units: only their order is to change.' };
    const value = scoreOf(draft, 'group_ndcg');
    return value === 1
      ? { done: true, say: 'Heaviest first. Complete-MSS was 1 all the time.' }
      : { done: false, say: `Group nDCG is ${value.toFixed(3)}: which group weighs most?` };
  },
  moral:
    'If only the set counts, its order is free. A measure of order cannot tell that something is missing, and one of completeness cannot tell what came first.',
};

export const floorAndCeiling: Exercise = {
  id: 'floor-and-ceiling',
  title: 'Floor and ceiling',
  idea: 'Random choice is the floor, the oracle the ceiling.',
  text: [
    'A score means little by itself. Five units drawn blindly from a pool of 24 complete this certificate in a good part of all draws; an oracle needs one unit. The exact chance stands in the side panel.',
  ],
  task: 'Change the certificate so that 5 random units complete it in less than 1 of 20 draws, while 2 units are still enough for the oracle.',
  units: plainUnits(24),
  start: startOf(certificateOf('floor-and-ceiling', [{ ids: ['u1', 'u2', 'u3', 'u4'] }]), [], 5),
  edits: 'certificate',
  check: ({ draft }) => {
    const pool = plainUnits(24).map(({ id }) => id);
    if (draft.certificate.required_evidence_groups.length === 0)
      return { done: false, say: 'A certificate needs a group.' };
    const size = smallestCompleteSet(draft.certificate, pool)?.length ?? null;
    const chance = toNumber(randomExpectation(draft.certificate, pool, 5).mss_complete);
    const percent = `${(100 * chance).toFixed(1)}%`;
    if (size === null) return { done: false, say: 'Nothing completes this certificate any more.' };
    if (size !== 2)
      return { done: false, say: `The oracle needs ${size} here, not 2. The blind chance is ${percent}.` };
    if (chance >= 0.05)
      return {
        done: false,
        say: `The oracle needs 2; the blind chance is ${percent}. Fewer alternatives make it harder to hit by luck.`,
      };
    return { done: true, say: `The oracle needs 2 of 5 places, chance succeeds in ${percent}.` };
  },
  moral:
    'The number of groups and of alternatives decides how much luck is in a score. Compare methods on the same pools, and look at both bounds.',
};
