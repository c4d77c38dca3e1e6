import type { Order } from '../rank';

/**
 * Rank-biased overlap (Webber, Moffat and Zobel 2010), extrapolated to the longer list's end: 1 for equal orders, 0
 * for disjoint ones. `p` says how soon depth stops counting: 0.9 puts 86% of the weight on the first ten.
 * Symmetric. Null when both are empty.
 */
export function rankBiasedOverlap(a: Order, b: Order, p = 0.9): number | null {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length === 0) return null;
  const s = short.length;
  const l = long.length;
  const inShort = new Set<number>();
  const inLong = new Set<number>();
  let overlap = 0;
  let overlapAtShort = 0;
  let sum = 0;
  let weight = 1;
  for (let d = 1; d <= l; d += 1) {
    const fromLong = long[d - 1] ?? -1;
    const fromShort = d <= s ? (short[d - 1] ?? -1) : -1;
    if (fromLong === fromShort) overlap += 1;
    else {
      if (inShort.has(fromLong)) overlap += 1;
      if (d <= s && inLong.has(fromShort)) overlap += 1;
    }
    inLong.add(fromLong);
    if (d <= s) inShort.add(fromShort);
    if (d === s) overlapAtShort = overlap;
    weight *= p;
    sum += (overlap / d) * weight;
    if (d > s) sum += ((overlapAtShort * (d - s)) / (s * d || 1)) * weight * (s === 0 ? 0 : 1);
  }
  const tail = s === 0 ? overlap / l : (overlap - overlapAtShort) / l + overlapAtShort / s;
  return ((1 - p) / p) * sum + tail * weight;
}
