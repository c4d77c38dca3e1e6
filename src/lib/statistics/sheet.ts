import { clusterStates, clusterSums, type Clustering } from './clusters';
import type { Sheet } from './kernel/kernel';

/** Scores of one column, in the order of the states. */
export type Column = Float64Array;

/** Puts columns of scores and the pairs to compare into the shape of a kernel. `pairs` names columns by number. */
export function makeSheet(
  clusterOf: readonly string[],
  columns: readonly Column[],
  pairs: readonly (readonly [number, number | null])[],
): { sheet: Sheet; clustering: Clustering } {
  for (const column of columns)
    if (column.length !== clusterOf.length)
      throw new RangeError(`A column has ${column.length} scores for ${clusterOf.length} states.`);
  const clustering = clusterStates(clusterOf);
  const clusters = clustering.names.length;
  const sums = new Float64Array(columns.length * clusters);
  columns.forEach((column, c) => sums.set(clusterSums(column, clustering), c * clusters));
  const ends = Uint32Array.from(pairs.flatMap(([left, right]) => [left, right ?? columns.length]));
  return {
    sheet: { clusters, counts: clustering.counts, sums, columns: columns.length, pairs: ends },
    clustering,
  };
}
