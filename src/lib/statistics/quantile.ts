import { selectRank } from './select';

/** Where a quantile lies among n sorted values: between `rank` and `next`, a share `weight` of the way. */
export interface QuantilePlace {
  rank: number;
  next: number;
  weight: number;
}

/** numpy's `linear` method (Hyndman and Fan's type 7): the place q (n - 1), counted from 0. */
export function quantilePlace(n: number, q: number): QuantilePlace {
  if (n < 1) throw new RangeError('A quantile needs at least one value.');
  if (!(q >= 0 && q <= 1)) throw new RangeError(`A quantile's level lies in 0..1; got ${q}.`);
  const place = (n - 1) * q;
  const rank = Math.floor(place);
  return { rank, next: Math.min(rank + 1, n - 1), weight: place - rank };
}

/** Linear interpolation as numpy rounds it: from the nearer end. */
export function lerp(a: number, b: number, weight: number): number {
  const step = b - a;
  return weight >= 0.5 ? b - step * (1 - weight) : a + step * weight;
}

/** `numpy.quantile(values, q)`, linear. Works on a copy. Throws on no values. */
export function quantile(values: ArrayLike<number>, q: number): number {
  const { rank, next, weight } = quantilePlace(values.length, q);
  const copy = Float64Array.from(values);
  const a = selectRank(copy, rank);
  const b = next === rank ? a : selectRank(copy, next, next);
  return lerp(a, b, weight);
}
