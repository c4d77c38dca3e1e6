import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holm } from '$lib/statistics/holm';
import { countExtremeFlips } from '$lib/statistics/randomisation/exact';
import { selectRank } from '$lib/statistics/select';

const number = fc.oneof(fc.constantFrom(0, 1, -1, 0.5), fc.double({ noNaN: true }));

describe('order statistics', () => {
  it('are those of the sorted values, at every rank and within a part', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), fc.nat(), (values, pick) => {
        const rank = pick % values.length;
        const sorted = Float64Array.from(values).sort();
        const own = Float64Array.from(values);
        expect(selectRank(own, rank) + 0).toBe((sorted[rank] ?? NaN) + 0);
        if (rank + 1 < values.length)
          expect(selectRank(own, rank + 1, rank + 1) + 0).toBe((sorted[rank + 1] ?? NaN) + 0);
      }),
      { seed: 5 },
    );
  });

  it('outside the values are refused', () => {
    expect(() => selectRank(new Float64Array(3), 3)).toThrow(RangeError);
    expect(() => selectRank(new Float64Array(0), 0)).toThrow(RangeError);
  });
});

describe('corrected p-values', () => {
  it('are at least the plain ones, at most 1, and keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (ps) => {
        const adjusted = holm(ps);
        ps.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(1);
          ps.forEach((q, j) => {
            if (p < q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? NaN);
          });
        });
      }),
      { seed: 6 },
    );
  });
});

describe('sign flips', () => {
  it('are counted as by trying each one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 0, max: 20 }),
        (differences, bound) => {
          let count = 0;
          for (let mask = 1; mask < 2 ** differences.length; mask += 1) {
            const sum = differences.reduce(
              (total, value, bit) => total + ((mask >> bit) & 1 ? -value : value),
              0,
            );
            if (Math.abs(sum) >= bound) count += 1;
          }
          expect(countExtremeFlips(Float64Array.from(differences), bound)).toBe(count);
        },
      ),
      { seed: 7 },
    );
  });
});
