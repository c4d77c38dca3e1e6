import { compareCodePoints } from '$lib/serbench/code-point';

/** States grouped for resampling. Clusters stand in code-point order of their names. */
export interface Clustering {
  names: string[];
  /** The cluster number of each state, in the order given. */
  of: Uint32Array;
  /** States in each cluster. */
  counts: Float64Array;
}

/** Groups states by the name of their cluster; the numbering does not depend on the order of the states. */
export function clusterStates(clusterOf: readonly string[]): Clustering {
  const names = [...new Set(clusterOf)].sort(compareCodePoints);
  const number = new Map(names.map((name, i) => [name, i]));
  const of = Uint32Array.from(clusterOf, (name) => number.get(name) ?? 0);
  const counts = new Float64Array(names.length);
  for (const cluster of of) counts[cluster] = (counts[cluster] ?? 0) + 1;
  return { names, of, counts };
}

/** Sums of one column of values by cluster, added in the order given. */
export function clusterSums(values: ArrayLike<number>, clustering: Clustering): Float64Array {
  const sums = new Float64Array(clustering.names.length);
  clustering.of.forEach((cluster, state) => {
    sums[cluster] = (sums[cluster] ?? 0) + (values[state] ?? 0);
  });
  return sums;
}
