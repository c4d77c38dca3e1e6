import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import { sharedCompute, computeSheet } from '$lib/statistics/comparison/compute';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { quantile } from '$lib/statistics/quantile';
import { fillIntegers } from '$lib/statistics/random/integers';
import { Pcg64 } from '$lib/statistics/random/pcg64';
import { makeSheet } from '$lib/statistics/sheet';

const kernel = await loadSimdKernel();

/** The definition, with all estimates at hand. */
function plainEstimates(sums: Float64Array, counts: Float64Array, seed: number, resamples: number): number[] {
  const rng = new Pcg64(seed);
  const draws = new Uint32Array(counts.length);
  return Array.from({ length: resamples }, () => {
    fillIntegers(rng, counts.length, draws);
    let sum = 0;
    let states = 0;
    for (const cluster of draws) {
      sum += sums[cluster] ?? 0;
      states += counts[cluster] ?? 0;
    }
    return sum / states;
  });
}

const score = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const cohort = fc.integer({ min: 1, max: 30 }).chain((states) =>
  fc.record({
    clusters: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), {
      minLength: states,
      maxLength: states,
    }),
    columns: fc.array(fc.array(score, { minLength: states, maxLength: states }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
);

describe('the streaming quantiles', () => {
  it('are the quantiles of all estimates, however small the memory and however many the ties', async () => {
    await fc.assert(
      fc.asyncProperty(
        cohort,
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 4, max: 40 }),
        fc.nat(2 ** 31),
        async ({ clusters, columns }, resamples, capacity, seed) => {
          const arrays = columns.map((column) => Float64Array.from(column));
          const { sheet } = makeSheet(
            clusters,
            arrays,
            arrays.map((_, i) => [i, null] as const),
          );
          const intervals = await bootstrapIntervals(
            sheet,
            { seed, resamples, level: 0.9 },
            kernel,
            quietTask(),
            capacity,
          );
          intervals.forEach((interval, column) => {
            const sums = sheet.sums.subarray(column * sheet.clusters, (column + 1) * sheet.clusters);
            const estimates = plainEstimates(sums, sheet.counts, seed, resamples);
            expect(interval?.low).toBe(quantile(estimates, 0.05));
            expect(interval?.high).toBe(quantile(estimates, 0.95));
            expect(interval?.shareAbove).toBe(estimates.filter((x) => x > 1e-12).length / resamples);
          });
        },
      ),
      { numRuns: 150, seed: 1 },
    );
  });

  it('have the same digits on 1, 2 and 4 workers', async () => {
    const one = (request: Parameters<typeof computeSheet>[0]) => computeSheet(request, kernel, quietTask());
    await fc.assert(
      fc.asyncProperty(cohort, fc.nat(2 ** 31), async ({ clusters, columns }, seed) => {
        const arrays = columns.map((column) => Float64Array.from(column));
        const pairs = arrays.flatMap((_, a) => [
          [a, null] as const,
          ...arrays.slice(a + 1).map((__, b) => [a, a + 1 + b] as const),
        ]);
        const { sheet } = makeSheet(clusters, arrays, pairs);
        const request = {
          sheet,
          bootstrap: { seed, resamples: 300, level: 0.95 },
          test: { seed, flips: 300 },
        };
        const alone = await one(request);
        for (const workers of [2, 4])
          expect(await sharedCompute(Array.from({ length: workers }, () => one))(request)).toEqual(alone);
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  it('do not depend on the order of the states', async () => {
    await fc.assert(
      fc.asyncProperty(cohort, fc.nat(1000), async ({ clusters, columns }, turn) => {
        // Halves sum exactly, so that the order within a cluster cannot show.
        const halves = columns.map((column) => column.map((x) => Math.round(x * 2) / 2));
        const rotate = <T>(list: T[]) => list.map((_, i) => list[(i + turn) % list.length] as T);
        const settings = { seed: 3, resamples: 200, level: 0.95 };
        const run = (names: string[], data: number[][]) => {
          const { sheet } = makeSheet(
            names,
            data.map((column) => Float64Array.from(column)),
            [[0, null]],
          );
          return bootstrapIntervals(sheet, settings, kernel, quietTask());
        };
        expect(await run(rotate(clusters), halves.map(rotate))).toEqual(await run(clusters, halves));
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});
