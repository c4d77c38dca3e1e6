import type { Task } from '$lib/serbench/task';
import { runRows } from '../bootstrap/intervals';
import { ZERO, type FlipBound, type Kernel, type Sheet } from '../kernel/kernel';
import { countExtremeFlips, MOST_EXACT_CLUSTERS } from './exact';

export interface RandomisationSettings {
  seed: number;
  /** Random flips when there are too many clusters to try them all; 0 computes no p-value then. */
  flips: number;
}

export interface Randomisation {
  /** (1 + flips at least as extreme) / (1 + flips): two-sided, never 0, never above 1. */
  p: number;
  flips: number;
  exact: boolean;
}

/**
 * Paired randomisation tests of all pairs of a sheet: under the null hypothesis a whole cluster's differences may
 * change their sign together. Few clusters: every flip. Else flips drawn as
 * `numpy.random.default_rng(seed).integers(0, 2, size=(flips, clusters))`, 0 turning the sign, the same for all pairs.
 * Null where nothing was computed.
 */
export async function randomisationTests(
  sheet: Sheet,
  settings: RandomisationSettings,
  kernel: Kernel,
  task: Task,
): Promise<(Randomisation | null)[]> {
  const differences = pairDifferences(sheet);
  const bounds = differences.map(flipBound);
  if (sheet.clusters === 0) return differences.map(() => null);
  if (sheet.clusters <= MOST_EXACT_CLUSTERS) {
    const flips = 2 ** sheet.clusters - 1;
    return differences.map((difference, pair) => {
      task.signal.throwIfAborted();
      const count = countExtremeFlips(difference, bounds[pair]?.bound ?? 0);
      return { p: (1 + count) / (1 + flips), flips, exact: true };
    });
  }
  if (settings.flips === 0) return differences.map(() => null);
  const run = kernel.open(sheet, 0);
  run.startFlips(settings.seed, bounds);
  await runRows((rows) => run.stepFlips(rows), settings.flips, 'sign flips', task);
  return bounds.map((_, pair) => ({
    p: (1 + run.flips(pair)) / (1 + settings.flips),
    flips: settings.flips,
    exact: false,
  }));
}

/** Each pair's difference of sums, cluster by cluster. */
function pairDifferences(sheet: Sheet): Float64Array[] {
  const sum = (column: number, cluster: number) =>
    column < sheet.columns ? (sheet.sums[column * sheet.clusters + cluster] ?? 0) : 0;
  return Array.from({ length: sheet.pairs.length / 2 }, (_, pair) => {
    const left = sheet.pairs[2 * pair] ?? 0;
    const right = sheet.pairs[2 * pair + 1] ?? 0;
    return Float64Array.from(
      { length: sheet.clusters },
      (__, cluster) => sum(left, cluster) - sum(right, cluster),
    );
  });
}

/** As extreme as observed, but for rounding: sums of the same numbers in another order are as extreme. */
function flipBound(differences: Float64Array): FlipBound {
  const whole = differences.reduce((sum, difference) => sum + difference, 0);
  const size = differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  return { whole, bound: Math.abs(whole) - ZERO * Math.max(1, size) };
}
