import type { Order } from '../rank';

/** The leading units in a method's name: their number, or `pool` where the whole pool is read. */
export const leadingName = (leading: number): string => (Number.isFinite(leading) ? String(leading) : 'pool');

/**
 * Orders the leading `count` units of a ranking anew, by scores that only they need to have; equal scores keep the
 * ranking's order, and the rest follows as it was.
 *
 * @param scores one score a unit number; read for the leading units only
 */
export function reorderLeading(order: Order, count: number, scores: ArrayLike<number>): number[] {
  const leading = order.slice(0, count);
  const place = new Map(leading.map((unit, at) => [unit, at]));
  const score = (unit: number): number => scores[unit] ?? -Infinity;
  leading.sort((a, b) => score(b) - score(a) || (place.get(a) ?? 0) - (place.get(b) ?? 0));
  return [...leading, ...order.slice(count)];
}
