import { describe, expect, it } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';
import { countExtremeFlips } from '$lib/statistics/randomisation/exact';
import { randomisationTests } from '$lib/statistics/randomisation/test';
import { makeSheet } from '$lib/statistics/sheet';

const simd = await loadSimdKernel();
const names = (count: number) =>
  Array.from({ length: count }, (_, i) => `cluster-${String(i).padStart(3, '0')}`);
const run = (values: number[], flips: number, kernel = simd) => {
  const { sheet } = makeSheet(names(values.length), [Float64Array.from(values)], [[0, null]]);
  return randomisationTests(sheet, { seed: 4, flips }, kernel, quietTask());
};

describe('the paired randomisation test', () => {
  it('tries every flip when there are few clusters', async () => {
    // Of the 8 flips of 1, 1, 1 the sums 3 and -3 are as extreme: p = 2/8.
    expect(await run([1, 1, 1], 0)).toEqual([{ p: 0.25, flips: 7, exact: true }]);
    expect(countExtremeFlips(Float64Array.of(1, 2, 3), 6)).toBe(1);
    expect(countExtremeFlips(Float64Array.of(1, 2, 3), 2)).toBe(5);
  });

  it('counts the flips that numpy draws', async () => {
    // signs = where(default_rng(4).integers(0, 2, size=(5000, 20)) == 1, 1, -1); 3181 of |signs @ d| >= |sum(d)|
    const differences = [2, -1, -2, 3, -2, -1, 1, 2, 1, 3, -3, -1, 1, 0, -1, -1, -3, -3, 0, 0];
    for (const kernel of [simd, typescriptKernel])
      expect(await run(differences, 5000, kernel)).toEqual([{ p: 3182 / 5001, flips: 5000, exact: false }]);
  });

  // Case 9: p is never 0 and never above 1.
  it('gives p = 1 without any difference, and never 0', async () => {
    expect((await run(Array<number>(20).fill(0), 999))[0]?.p).toBe(1);
    expect((await run([0, 0, 0], 0))[0]?.p).toBe(1);
    expect((await run(Array<number>(60).fill(1), 999))[0]?.p).toBe(1 / 1000);
  });

  it('is not computed from no flips', async () => {
    expect(await run(Array<number>(20).fill(1), 0)).toEqual([null]);
  });

  it('takes sums of the same numbers in another order as equally extreme', () => {
    expect(countExtremeFlips(Float64Array.of(0.1, 0.2, 0.3), 0.1 + 0.2 + 0.3 - 1e-12)).toBe(1);
  });

  it('does so where the bound is made, too: of sixteen flips ten reach the whole sum, some of them but for rounding', async () => {
    // 0.1 + 0.2 - 0.3 is 0 but for rounding; the flips with 0, 0.6, 0.4 and 0.2 beside 0.7 count, twice mirrored.
    expect(await run([0.1, 0.2, -0.3, 0.7], 0)).toEqual([{ p: 10 / 16, flips: 15, exact: true }]);
  });

  it('refuses to try the flips of many clusters', () => {
    expect(() => countExtremeFlips(new Float64Array(17), 0)).toThrow(/17 clusters/);
  });
});
