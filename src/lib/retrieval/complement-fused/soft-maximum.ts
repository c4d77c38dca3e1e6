/** The largest cosine; -1, the least there is, when there are none. Any number of them: no arguments are spread. */
export const maximum = (cosines: readonly number[]): number =>
  cosines.reduce((largest, cosine) => Math.max(largest, cosine), -1);

/**
 * ln(sum of e^(sharpness x value)) / sharpness: the largest value, and a little more for others close to it. A unit of
 * which several passages speak of the issue is worth more than one of which a single passage does. -1, the least
 * cosine, when there are no values.
 */
export function softMaximum(values: readonly number[], sharpness: number): number {
  const largest = maximum(values);
  if (values.length === 0) return largest;
  const sum = values.reduce((total, value) => total + Math.exp(sharpness * (value - largest)), 0);
  return largest + Math.log(sum) / sharpness;
}
