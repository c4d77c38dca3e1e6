import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel';
import { Pcg64 } from '$lib/statistics/random/pcg64';
import { BLOCK, type Kernel, type Sheet } from '$lib/statistics/kernel/kernel';
import { memoryLayout } from '$lib/statistics/kernel/layout';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';

const simd = await loadSimdKernel();

function randomSheet(seed: number, clusters: number, columns: number): Sheet {
  const rng = new Pcg64(seed);
  const number = () => rng.next32() / 2 ** 32;
  const pairs = Array.from({ length: columns + 1 }, (_, a) =>
    Array.from({ length: a }, (__, b) => [a, b]),
  ).flat(2);
  return {
    clusters,
    columns,
    counts: Float64Array.from({ length: clusters }, () => 1 + (rng.next32() % 7)),
    sums: Float64Array.from({ length: clusters * columns }, number),
    pairs: Uint32Array.from(pairs),
  };
}

function everything(kernel: Kernel, sheet: Sheet) {
  const pairs = sheet.pairs.length / 2;
  const run = kernel.open(sheet, 20);
  run.start(
    77,
    Float64Array.from({ length: 4 * pairs }, (_, i) => [-0.3, -0.1, 0.1, 0.3][i % 4] ?? 0),
  );
  for (const rows of [BLOCK, 1, 2, 7, BLOCK]) run.step(rows);
  const counted = Array.from({ length: pairs }, (_, pair) => ({
    ...run.tally(pair),
    low: Array.from(run.kept(pair, 'low')),
    high: Array.from(run.kept(pair, 'high')),
  }));
  run.startFlips(
    5,
    counted.map(({ sum }, i) => ({ whole: sum / 50, bound: 0.1 * i })),
  );
  for (const rows of [BLOCK, 3]) run.stepFlips(rows);
  return { counted, flips: counted.map((_, pair) => run.flips(pair)) };
}

describe('the SIMD kernel', () => {
  it('is what its source compiles to', async () => {
    const committed = readFileSync(
      new URL('../../../../src/lib/statistics/kernel/wasm.ts', import.meta.url),
      'utf8',
    );
    expect(committed).toBe(await compileKernel('bootstrap'));
  }, 120_000);

  it.each([
    [1, 3],
    [2, 1],
    [45, 14],
    [174, 17],
    [65, 40],
  ])('gives the digits of the TypeScript kernel: %i clusters, %i columns', (clusters, columns) => {
    const sheet = randomSheet(clusters, clusters, columns);
    const expected = everything(typescriptKernel, sheet);
    expect(everything(simd, sheet)).toEqual(expected);
    expect(expected.counted.some(({ low }) => low.length > 0)).toBe(true);
    expect(expected.flips.some((count) => count > 0)).toBe(true);
  });

  it('starts anew: the same seed gives the same counts again', () => {
    const sheet = randomSheet(3, 20, 4);
    const run = simd.open(sheet, 8);
    const brackets = new Float64Array(sheet.pairs.length * 2);
    run.start(9, brackets);
    run.step(10);
    const first = run.tally(2);
    run.step(10);
    run.start(9, brackets);
    run.step(10);
    expect(run.tally(2)).toEqual(first);
  });

  it('lays out memory that the resamples do not enter', () => {
    const sheet = randomSheet(4, 174, 60);
    // 1,830 pairs, each with two buffers of 2,048 numbers, and a megabyte for the rest.
    expect(memoryLayout(sheet, 2048).end).toBeLessThan(1830 * 2048 * 16 + 1e6);
  });
});
