import { PRIMARY_SUITE, printMeasure } from '$lib/serbench/metrics/registry';
import type { Comparison } from '$lib/statistics/comparison/result';

/** The paper's five headline columns, as far as they were computed; else the column in view. */
export function paperColumns({ settings }: Comparison, column: string): string[] {
  const suite = PRIMARY_SUITE.map(({ measure, k }) => printMeasure(measure.name, k));
  const found = suite.filter((key) => settings.columns.includes(key));
  return found.length > 0 ? found : [column];
}

/** The method whose lead is shown first: the best mean in the column, the earlier of equals. */
export function bestMethod({ results, settings }: Comparison, column: string): string {
  const own = results.filter(
    (one) =>
      one.right === null &&
      one.column === column &&
      one.stratum.kind === 'all' &&
      one.treatment === 'failed = 0',
  );
  const best = own.reduce<(typeof own)[number] | null>(
    (top, one) => (top === null || one.leftMean > top.leftMean ? one : top),
    null,
  );
  return best?.left ?? settings.methods[0] ?? '';
}
