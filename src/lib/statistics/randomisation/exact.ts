/** The most clusters whose sign flips are all tried: 65,536 flips. */
export const MOST_EXACT_CLUSTERS = 16;

/** All sums of a subset of `values`: entry m holds the sum of the values whose bits are set in m. */
function subsetSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  values.forEach((value, bit) => {
    const half = 2 ** bit;
    for (let mask = 0; mask < half; mask += 1) sums[half + mask] = (sums[mask] ?? 0) + value;
  });
  return sums;
}

/**
 * How many of the 2^n - 1 sign flips other than the identity give a sum at least `bound` from zero.
 * `differences` holds one difference of sums a cluster; throws above `MOST_EXACT_CLUSTERS`.
 */
export function countExtremeFlips(differences: Float64Array, bound: number): number {
  if (differences.length > MOST_EXACT_CLUSTERS)
    throw new RangeError(`${differences.length} clusters are too many to try all sign flips.`);
  const half = differences.length >> 1;
  const near = subsetSums(differences.subarray(0, half));
  const far = subsetSums(differences.subarray(half));
  // The sets with every bit on: the sum without any flip.
  const whole = (near[near.length - 1] ?? 0) + (far[far.length - 1] ?? 0);
  let count = 0;
  for (const a of near) for (const b of far) if (Math.abs(2 * (a + b) - whole) >= bound) count += 1;
  const identity = Math.abs(whole) >= bound ? 1 : 0;
  return count - identity;
}
