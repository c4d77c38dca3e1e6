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
});
