import { describe, expect, test } from 'vitest';
import type { Certificate } from '$lib/serbench/certificate';
import {
  countLevels,
  labelSensitivity,
  sensitivityStates,
  sensitivityTable,
  type RankedRun,
} from '$lib/statistics/label-sensitivity';

const certificate = (
  state_id: string,
  groups: string[][],
  change: Partial<Certificate> = {},
): Certificate => ({
  state_id,
  required_evidence_groups: groups.map((acceptable_evidence_ids, i) => ({
    group_id: `G${i}`,
    role: 'cause',
    acceptable_evidence_ids,
    minimum_required: 1,
    necessity_weight: 1,
  })),
  alternative_minimal_sets: [],
  observed_evidence_ids: [],
  ...change,
});
const labels = (...list: Certificate[]) => new Map(list.map((one) => [one.state_id, one]));
/** Ranks u1 to u20. */
const units = Array.from({ length: 20 }, (_, i) => `u${i + 1}`);
const run = (label: string, ...states: string[]): RankedRun => ({
  label,
  rankings: new Map(states.map((state) => [state, units])),
});
const before = labels(certificate('a', [['u1']]));

describe('a state’s level', () => {
  test('is L0 when only the order of ids, groups and sets differs', () => {
    const sets = { alternative_minimal_sets: [['u1', 'u2'], ['u3']], observed_evidence_ids: ['x', 'y'] };
    const [one, two] = [['u1', 'u2'], ['u3']];
    const old = certificate('a', [one!, two!], sets);
    const shuffled = {
      ...old,
      required_evidence_groups: old.required_evidence_groups
        .map((group) => ({ ...group, acceptable_evidence_ids: [...group.acceptable_evidence_ids].reverse() }))
        .reverse(),
      alternative_minimal_sets: [['u3'], ['u2', 'u1']],
      observed_evidence_ids: ['y', 'x'],
    };
    expect(labelSensitivity(labels(old), labels(shuffled), [run('m', 'a')])[0]?.level).toBe('L0');
  });

  test.each<[string, Certificate]>([
    [
      'a role',
      {
        ...certificate('a', [['u1']]),
        required_evidence_groups: [
          { ...certificate('a', [['u1']]).required_evidence_groups[0]!, role: 'other' },
        ],
      },
    ],
    ['an observed id', certificate('a', [['u1']], { observed_evidence_ids: ['x'] })],
    ['an alternative', certificate('a', [['u1', 'u2']])],
    ['a branch', certificate('a', [['u1']], { alternative_minimal_sets: [['u9', 'u10']] })],
  ])('is L1 when %s is edited and no Complete changes', (_, after) => {
    expect(labelSensitivity(before, labels(after), [run('m', 'a')])).toEqual([
      { state_id: 'a', level: 'L1', flips: [] },
    ]);
  });

  test.each([
    // The required unit moves from rank 1 to the given rank: Complete is lost at the cutoffs below it.
    ['u5', []],
    ['u6', [5]],
    ['u8', [5]],
    ['u9', [5, 8]],
    ['u17', [5, 8, 16]],
    ['none', [5, 8, 16]],
  ])('moved to %s, Complete changes at %j: L2 if anywhere', (unit, cutoffs) => {
    const after = labels(certificate('a', [[unit]]));
    const [lost] = labelSensitivity(before, after, [run('m', 'a'), run('silent', 'b')]);
    expect(lost?.level).toBe(cutoffs.length > 0 ? 'L2' : 'L1');
    expect(lost?.flips).toEqual(cutoffs.map((k) => ({ run: 'm', k, before: true })));
    const [gained] = labelSensitivity(after, before, [run('m', 'a')]);
    expect(gained?.flips).toEqual(cutoffs.map((k) => ({ run: 'm', k, before: false })));
  });

  test('is L3 when only one of the files has the state', () => {
    const after = labels(certificate('b', [['u1']]));
    expect(labelSensitivity(before, after, [run('m', 'a', 'b')]).map(({ level }) => level)).toEqual([
      'L3',
      'L3',
    ]);
  });
});

test('counts and tables say the same', () => {
  const old = labels(certificate('a', [['u1']]), certificate('b', [['u1']]), certificate('c', [['u1']]));
  const fresh = labels(certificate('a', [['u1']]), certificate('b', [['u9']]), certificate('d', [['u1']]));
  const runs = [run('m', 'a', 'b'), run('m (2)', 'a')];
  const states = labelSensitivity(old, fresh, runs);
  expect(countLevels(states)).toEqual({ L0: 1, L1: 0, L2: 1, L3: 2 });
  const rows = sensitivityTable(states, runs).rows.map(([name, meaning, count]) => [name, meaning, count]);
  expect(rows.slice(0, 4).map(([level, , count]) => [level, count])).toEqual([
    ['L0', 1],
    ['L1', 0],
    ['L2', 1],
    ['L3', 2],
  ]);
  expect(rows).toContainEqual(['m', 'no longer complete at 5', 1]);
  expect(rows).toContainEqual(['m', 'no longer complete at 16', 0]);
  expect(rows).toContainEqual(['m (2)', 'no longer complete at 5', 0]);
  expect(sensitivityStates(states).rows).toEqual([
    ['b', 'L2', 'm at 5: no longer complete; m at 8: no longer complete'],
    ['c', 'L3', ''],
    ['d', 'L3', ''],
  ]);
});
