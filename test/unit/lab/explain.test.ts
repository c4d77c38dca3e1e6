import { describe, expect, test } from 'vitest';
import type { Certificate, Group } from '$lib/serbench/certificate';
import { judgeBranches } from '$lib/serbench/lab/branches';
import { explainBranch, explainBranchSay, explainGroup, explainMeasure } from '$lib/serbench/lab/explain';
import { problemOf } from '$lib/serbench/lab/problem';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import { MEASURES } from '$lib/serbench/metrics/registry';

const group = (id: string, ids: string[], need = 1, weight = 1, role = 'bug_location'): Group => ({
  group_id: id,
  role,
  acceptable_evidence_ids: ids,
  minimum_required: need,
  necessity_weight: weight,
});
const certificate = (groups: Group[], branches: string[][] = []): Certificate => ({
  state_id: 's',
  required_evidence_groups: groups,
  alternative_minimal_sets: branches,
  observed_evidence_ids: [],
});
const outcome = (c: Certificate, ranking: string[]) => readRanking(compileCertificate(c), ranking);
const say = (c: Certificate, ranking: string[], k: number, g = 0) => explainGroup(outcome(c, ranking), g, k);

describe('sentences about groups', () => {
  test.each([
    [group('G2', ['a', 'b', 'c']), ['x'], 'G2 needs one of 3 units; none is in your first 5.'],
    [group('G2', ['a', 'b', 'c'], 2), ['x', 'b'], 'G2 needs two of 3 units; one is in your first 5.'],
    [group('G1', ['a']), ['x', 'y', 'a'], 'G1 needs its one unit; that is there at rank 3.'],
    [group('G1', ['a']), [], 'G1 needs its one unit; it is not in your first 5.'],
    [group('G1', ['a', 'b'], 2), ['b', 'a'], 'G1 needs all 2 of its units; they are there at rank 2.'],
    [group('G1', []), ['a'], 'G1 has no acceptable unit yet, so nothing can complete it.'],
    [group('G1', ['a'], 3), ['a'], 'G1 asks for three of 1 units: it can never be met.'],
    [
      group('G1', ['a', 'b']),
      ['1', '2', '3', '4', '5', '6', 'b'],
      'G1 needs one of 2 units; none is in your first 5. It would be complete at rank 7, but only the first 5 count.',
    ],
  ])('%#', (one, ranking, sentence) => {
    expect(say(certificate([one]), ranking, 5)).toBe(sentence);
  });
});

describe('sentences about branches', () => {
  const both = certificate(
    [group('G1', ['a']), group('G2', ['b'])],
    [
      ['c', 'd'],
      ['a', 'b', 'e'],
    ],
  );

  test('name what is missing', () => {
    expect(explainBranch(outcome(both, ['c']), 0, 5, (id) => id.toUpperCase())).toBe(
      'Branch 1 has one of its 2 units in your first 5; D is missing. Parts of different branches do not add up.',
    );
    expect(explainBranch(outcome(both, ['d', 'c']), 0, 5, String)).toMatch(
      /^Branch 1 is wholly in your first 5/,
    );
  });

  test('say whether a branch can decide', () => {
    const compiled = compileCertificate(both);
    const says = judgeBranches(compiled.branches, problemOf(compiled), 5);
    expect(says.map((one) => one.kind)).toEqual(['can-decide', 'satisfies-groups']);
    expect(explainBranchSay(says[1] ?? { kind: 'empty' })).toMatch(/completed every group anyway/);
    expect(
      judgeBranches(
        [[0, 1, 2], [0, 1], []],
        { units: 4, groups: [{ need: 1, units: [3] }], branches: [] },
        1,
      ),
    ).toEqual([{ kind: 'contains-branch', branch: 1 }, { kind: 'too-long', units: 2 }, { kind: 'empty' }]);
  });
});

describe('sentences about measures', () => {
  const c = certificate(
    [group('G1', ['a'], 1, 3), group('G2', ['b'], 1, 1, 'behavior_constraint')],
    [['c', 'd']],
  );
  const sentence = (name: string, ranking: string[], k = 5) => {
    const measure = MEASURES.find((one) => one.name === name);
    return measure ? explainMeasure(outcome(c, ranking), measure, k) : '';
  };

  test.each([
    ['mss_complete', ['a'], '1 of 2 groups is not complete, and there is no half of complete.'],
    ['mss_complete', ['a', 'b'], 'All 2 groups are complete at rank 2.'],
    [
      'mss_complete',
      ['d', 'c'],
      'Branch 1 is wholly there, which is enough although 2 of 2 groups are not complete.',
    ],
    [
      'mss_complete',
      ['a', '1', '2', '3', '4', 'b'],
      'It would be complete at rank 6, but only the first 5 count.',
    ],
    ['group_recall', ['a'], '1 of 2 groups are complete.'],
    ['necessity_weighted_recall', ['a'], 'Complete groups weigh 3 of 4.'],
    ['role_coverage', ['b'], '1 of 2 roles have a complete group.'],
    ['group_ndcg', [], 'No group is complete, so there is no gain.'],
    ['required_novelty', ['x'], 'No acceptable unit was found, so the share is 0.'],
    ['required_novelty', ['a', 'b'], '2 of the 2 acceptable units found were new to the agent.'],
    ['any_hit', ['x'], 'No acceptable unit is there at all.'],
  ])('%s of %j', (name, ranking, expected) => {
    expect(sentence(name, ranking)).toBe(expected);
  });

  test('there is one for every measure', () => {
    for (const measure of MEASURES) expect(sentence(measure.name, ['a', 'c'])).not.toBe('');
    expect(explainMeasure(outcome(certificate([]), []), MEASURES[0]!, 5)).toMatch(/no group/);
  });
});
