import fc from 'fast-check';
import { expect, test } from 'vitest';
import { log2 } from '$lib/serbench/exact/log2';
import type { CompiledGroup } from '$lib/serbench/metrics/compile';
import { IdealDcg } from '$lib/serbench/metrics/ideal-dcg';
import { idealByTable } from '$lib/serbench/metrics/ideal-dcg-table';

/** Any weights at all: sums that round differently in another order, and ones that vanish. */
const weight = fc.oneof(
  fc.double({ min: 0.1, max: 3, noNaN: true }),
  fc.constantFrom(0.1, 0.3, 1, 5e-324, 1e-320, 1e16, 1e300),
);

const groupsOver = (units: number, most: number): fc.Arbitrary<CompiledGroup[]> =>
  fc.array(
    fc
      .tuple(fc.subarray([...Array(units).keys()], { minLength: 1 }), fc.nat(), weight)
      .map(([members, n, w]) => ({ weight: w, role: 0, need: 1 + (n % members.length), units: members })),
    { minLength: 1, maxLength: most },
  );

/** The best over every order, set by set: nothing merged, nothing left out. */
function everyOrder(groups: readonly CompiledGroup[], units: number): number[] {
  const count = (used: ReadonlySet<number>, group: CompiledGroup) =>
    group.units.filter((unit) => used.has(unit)).length;
  let sets = new Map<string, { used: Set<number>; score: number }>([['', { used: new Set(), score: 0 }]]);
  const best = [0];
  for (let rank = 1; rank <= units; rank += 1) {
    const next: typeof sets = new Map();
    for (const { used, score } of sets.values()) {
      for (let unit = 0; unit < units; unit += 1) {
        if (used.has(unit)) continue;
        const after = new Set([...used, unit].sort((a, b) => a - b));
        let gain = 0;
        for (const group of groups)
          if (count(used, group) < group.need && count(after, group) >= group.need)
            gain += group.weight / log2(rank + 1);
        const key = [...after].join();
        if (score + gain >= (next.get(key)?.score ?? 0)) next.set(key, { used: after, score: score + gain });
      }
    }
    best.push(Math.max(best[rank - 1]!, ...[...next.values()].map(({ score }) => score)));
    sets = next;
  }
  return best;
}

const bySearch = (groups: readonly CompiledGroup[], units: number, stateCost?: number): number[] => {
  const ideal = new IdealDcg(groups, units, stateCost);
  return Array.from({ length: units + 1 }, (_, k) => ideal.at(k));
};

const certificates = (most: number, mostGroups: number) =>
  fc
    .integer({ min: 1, max: most })
    .chain((units) => fc.tuple(fc.constant(units), groupsOver(units, mostGroups)));

test('search, table and their mix give the digits of every order tried', () => {
  fc.assert(
    fc.property(certificates(7, 9), ([units, groups]) => {
      const expected = everyOrder(groups, units);
      expect(idealByTable(groups, units)).toEqual(expected);
      expect(bySearch(groups, units, 0)).toEqual(expected);
      expect(bySearch(groups, units, 2)).toEqual(expected);
    }),
    { seed: 11, numRuns: 300 },
  );
});

test('search and table agree on entangled certificates of up to 13 units and more groups than bits', () => {
  fc.assert(
    fc.property(certificates(13, 40), ([units, groups]) => {
      const table = idealByTable(groups, units);
      expect(bySearch(groups, units, 0)).toEqual(table);
      expect(bySearch(groups, units)).toEqual(table);
    }),
    { seed: 12, numRuns: 25 },
  );
});

test('twenty units in two hundred groups with thresholds end, and grow with k', () => {
  const groups = Array.from({ length: 200 }, (_, g): CompiledGroup => {
    const units = [...Array(20).keys()].filter((unit) => (g * 7 + unit * unit * 3 + unit * g) % 5 < 3);
    return { weight: 0.1 + (g % 13), role: 0, need: 1 + (g % units.length), units };
  });
  const values = bySearch(groups, 20);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  // All groups are complete in the end, none before it can be.
  expect(values[1]).toBeLessThan(values[20]!);
  expect(values[20]).toBeLessThan(groups.reduce((sum, group) => sum + group.weight, 0));
});
