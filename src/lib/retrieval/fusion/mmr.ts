import type { Order } from '../rank';

/** Likeness of two units, 0 to 1. */
export type Likeness = (a: number, b: number) => number;

/**
 * Maximal marginal relevance: takes next the unit with the largest lambda x relevance - (1 - lambda) x the greatest
 * likeness to those taken. Equal values keep the order given, so lambda 1 returns it unchanged. Relevance is scaled to
 * 0..1 over the order.
 *
 * @param scores one relevance a unit; must not rise along `order`
 */
export function maximalMarginalRelevance(
  order: Order,
  scores: ArrayLike<number>,
  lambda: number,
  likeness: Likeness,
): number[] {
  if (lambda >= 1) return [...order];
  const values = order.map((unit) => scores[unit] ?? 0);
  const most = values[0] ?? 0;
  const least = values.at(-1) ?? 0;
  const relevance = values.map((value) => (most === least ? 1 : (value - least) / (most - least)));
  const nearest = new Float64Array(order.length);
  const left = order.map((_, place) => place);
  const taken: number[] = [];
  while (left.length > 0) {
    let best = 0;
    let bestValue = -Infinity;
    left.forEach((place, index) => {
      const value = lambda * (relevance[place] ?? 0) - (1 - lambda) * (nearest[place] ?? 0);
      if (value > bestValue) {
        best = index;
        bestValue = value;
      }
    });
    const unit = order[left.splice(best, 1)[0] ?? 0] ?? 0;
    taken.push(unit);
    for (const place of left) {
      nearest[place] = Math.max(nearest[place] ?? 0, likeness(unit, order[place] ?? 0));
    }
  }
  return taken;
}
