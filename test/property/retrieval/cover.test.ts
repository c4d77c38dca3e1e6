import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverOrder } from '$lib/retrieval/complement-fused/cover';
import { covered, linesOf } from '$lib/retrieval/complement-fused/lines';
import type { Unit } from '$lib/serbench/state';
import { makeUnit } from '../../support/states';

/** The definition word for word: after each unit taken, every other one is looked at. */
function plainCover(
  units: readonly Unit[],
  scores: readonly number[],
  ties: readonly number[],
  cost: number,
) {
  const ranges = units.map(linesOf);
  const loss = units.map(() => 0);
  const left = new Set(units.keys());
  const taken: number[] = [];
  while (left.size > 0) {
    const [best] = [...left].sort(
      (a, b) => scores[b]! - loss[b]! - (scores[a]! - loss[a]!) || ties[a]! - ties[b]!,
    );
    left.delete(best!);
    taken.push(best!);
    for (const unit of left) {
      loss[unit] = Math.max(loss[unit]!, cost * covered(ranges[unit], ranges[best!]));
    }
  }
  return taken;
}

const unit = fc.record({
  path: fc.constantFrom('a.py', './a.py', 'b.py'),
  first: fc.option(fc.integer({ min: 1, max: 30 })),
  length: fc.integer({ min: -1, max: 25 }),
  score: fc.oneof(fc.constantFrom(0, 1, 2), fc.double({ min: -3, max: 3, noNaN: true })),
});

test('covered lines: the order is that of the definition', () => {
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 25 }),
      fc.constantFrom(0, 0.5, 2),
      fc.infiniteStream(fc.nat(1000)),
      (list, cost, keys) => {
        const units = list.map(({ path, first, length }, i) =>
          makeUnit(`u${i}`, '', {
            source_path: path,
            ...(first === null ? {} : { line_start: first, line_end: first + length }),
          }),
        );
        const scores = list.map(({ score }) => score);
        const shuffled = list
          .map((_, i) => ({ i, key: keys.next().value }))
          .sort((a, b) => a.key - b.key || a.i - b.i);
        const ties = list.map((_, i) => shuffled.findIndex((one) => one.i === i));
        expect(coverOrder(units, scores, ties, cost)).toEqual(plainCover(units, scores, ties, cost));
      },
    ),
    { numRuns: 500 },
  );
});

test('a pool of 100,000 units in one file is ordered without looking at every pair', () => {
  const size = 100_000;
  let looks = 0;
  const units = Array.from({ length: size }, (_, i) =>
    makeUnit(`u${i}`, '', { line_start: i * 10 + 1, line_end: i * 10 + 20 }),
  );
  const scores = new Proxy(
    Float64Array.from(units, (_, i) => (i * 7919) % 1000),
    {
      get: (target, key) => {
        looks += 1;
        return Reflect.get(target, key) as unknown;
      },
    },
  );
  const order = coverOrder(
    units,
    scores,
    units.map((_, i) => i),
    2,
  );
  expect(new Set(order).size).toBe(size);
  expect(looks).toBeLessThan(10 * size);
});
