import { describe, expect, test } from 'vitest';
import { boundsAt5 } from '$lib/data/composition/bounds';
import { countSplit } from '$lib/data/composition/counts';
import { publishedNumbers } from '$lib/data/composition/published';
import { compositionTable, printed } from '$lib/data/composition/table';
import facts from '$lib/paper/data/facts.json';
import overlap from '$lib/paper/data/tables/table-13.json';
import { quietTask } from '$lib/serbench/task';
import { prepared, releaseShaped } from '../../support/split';

const published = publishedNumbers(facts, overlap);
const cells = (table: ReturnType<typeof compositionTable>) =>
  new Map(table.rows.map(([what, ...rest]) => [what, rest]));

describe('the composition of a split', () => {
  test('the paper’s numbers stand where they belong', () => {
    const table = cells(compositionTable('X', countSplit([], []), null, published));
    expect(table.get('States')).toEqual([0, 500, 500]);
    expect(table.get('Issues')).toEqual([0, 241, 242]);
    expect(table.get('Repositories')).toEqual([0, 174, 45]);
    expect(table.get('States after search')).toEqual([0, null, 124]);
    expect(table.get('– of these after search')).toEqual([0, null, 118]);
    expect(table.get('Pool entries')).toEqual([0, 43_451, null]);
    expect(table.get('Mean pool')).toEqual([0, null, 81.01]);
    expect(table.get('States with 3 required groups')).toEqual([null, null, 121]);
    expect(table.get('Complete@5 of a uniform choice, % (exact)')).toEqual([null, null, 5.17]);
    expect(table.get('Complete@5 of the oracle, %')).toEqual([null, null, 99.8]);
    const read = cells(printed(compositionTable('X', countSplit([], []), null, published)));
    expect(read.get('Complete@5 of the oracle, %')).toEqual([null, null, '99.80']);
    expect(read.get('States')).toEqual([0, 500, 500]);
  });

  test('counts add up on release-shaped data', async () => {
    const { items, labels } = releaseShaped(40, 5);
    const split = await prepared(items, labels);
    const counts = countSplit(split.summaries, split.certificates);
    const of = (prefix: string, names: (string | number)[]) =>
      names.reduce<number>((sum, name) => sum + (counts.get(`${prefix}.${name}`) ?? 0), 0);
    expect(of('boundary', ['before_search', 'after_search', 'after_file_inspection', 'before_edit'])).toBe(
      40,
    );
    expect(of('groups', [1, 2, 3, 4, 5, 6])).toBe(40);
    expect(of('overlap', ['states_with', 'states_without'])).toBe(40);
    const pools = JSON.parse(new TextDecoder().decode(split.pools)) as string[][];
    expect(pools).toHaveLength(split.summaries.length);
    expect(counts.get('pool.units')).toBe(pools.reduce((sum, pool) => sum + pool.length, 0));
    const bounds = await boundsAt5(
      {
        states: split.summaries.map(({ state_id }) => state_id),
        pools: split.pools,
        certificates: split.certificates,
      },
      quietTask(),
    );
    expect(bounds.uniform).toBeGreaterThan(0);
    expect(bounds.uniform).toBeLessThan(0.3);
    expect(bounds.oracle).toBeGreaterThan(0.5);
    const table = cells(compositionTable('Own', counts, bounds, published));
    expect(table.get('Certificates')?.[0]).toBe(40);
    expect(table.get('Complete@5 of a uniform choice, % (exact)')?.[0]).toBeCloseTo(
      (bounds.uniform ?? 0) * 100,
      2,
    );
  });

  test('both strata by boundary and by repository, and whether flags and ids agree', () => {
    const table = cells(compositionTable('X', countSplit([], []), null, published));
    expect(table.get('– of those without, after search')).toEqual([0, null, 6]);
    expect(table.get('– their repositories')).toEqual([0, null, 31]);
    expect(table.get('– repositories of those without')).toEqual([0, null, 45]);
    expect(table.get('States with at least 2 required groups')).toEqual([null, null, 284]);
    expect(table.get('States with at least 3 required groups')).toEqual([null, null, 149]);
    const state = (state_id: string, repo: string, observedIds: number, observedFlags: number) => ({
      position: 0,
      state_id,
      instance_id: state_id,
      repo,
      split: null,
      state_type: 'after_search',
      title: '',
      pool: 5,
      steps: 0,
      observedIds,
      observedFlags,
      start: 0,
      end: 0,
    });
    const states = [
      state('1', 'r1', 2, 2),
      state('2', 'r1', 0, 3),
      state('3', 'r2', 0, 0),
      state('4', 'r2', 1, 1),
      state('5', 'r3', 1, 0),
    ];
    const counts = countSplit(states, []);
    expect(counts.get('overlap.after_search')).toBe(3);
    expect(counts.get('overlap.without.after_search')).toBe(2);
    expect(counts.get('overlap.repositories_with')).toBe(3);
    expect(counts.get('overlap.repositories_without')).toBe(2);
    expect(counts.get('overlap.differing_states')).toBe(2);
  });

  test('the state that five units cannot complete is named', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const groups = (n: number) =>
      ids.slice(0, n).map((id) => ({
        group_id: id,
        role: 'r',
        acceptable_evidence_ids: [id],
        minimum_required: 1,
        necessity_weight: 1,
      }));
    const certificate = (state_id: string, n: number) => ({
      state_id,
      required_evidence_groups: groups(n),
      alternative_minimal_sets: [],
      observed_evidence_ids: [],
    });
    const bounds = await boundsAt5(
      {
        states: ['five', 'six'],
        pools: new TextEncoder().encode(JSON.stringify([ids, ids])),
        certificates: [certificate('five', 5), certificate('six', 6)],
      },
      quietTask(),
    );
    expect(bounds.beyond).toEqual([{ state_id: 'six', units: 6 }]);
    const { notes } = compositionTable('X', countSplit([], []), bounds, published);
    expect(notes).toContain('No five units complete six (needs 6).');
  });

  test('which alternative sets can decide, and which have a unit to spare', () => {
    const group = (group_id: string, acceptable_evidence_ids: string[], minimum_required = 1) => ({
      group_id,
      role: 'r',
      acceptable_evidence_ids,
      minimum_required,
      necessity_weight: 1,
    });
    const sets = [
      ['a', 'c', 'd'],
      ['b', 'c', 'd'],
      ['a', 'b', 'c', 'd'],
      ['a', 'c'],
      ['x'],
      ['a', 'c', 'd', 'x'],
    ];
    const counts = countSplit(
      [],
      [
        {
          state_id: 's',
          required_evidence_groups: [group('G1', ['a', 'b']), group('G2', ['c', 'd', 'e'], 2)],
          alternative_minimal_sets: sets,
          observed_evidence_ids: [],
        },
      ],
    );
    expect(counts.get('branches.total')).toBe(6);
    expect(counts.get('branches.can_decide')).toBe(2);
    expect(counts.get('branches.not_minimal')).toBe(2);
  });
});
