import type { Order } from '../rank';

/** One view's word in a fusion. */
export interface Voice {
  view: string;
  weight: number;
  order: Order;
}

export interface RrfParameters {
  /** Added to each rank: the larger, the flatter. */
  k: number;
  /** How many leading units of each view count. */
  depth: number;
  /** At most so many units of the union are kept. */
  cap: number;
}

export const RRF_DEFAULTS: RrfParameters = { k: 60, depth: 64, cap: 384 };

export interface Fused {
  order: number[];
  /** By unit number; 0 for units outside the union. */
  scores: Float64Array;
  /** Share of each voice in each unit's score, by voice in the order of `views`. */
  shares: { view: string; scores: Float64Array }[];
}

const byName = (a: Voice, b: Voice): number => (a.view < b.view ? -1 : a.view > b.view ? 1 : 0);

/**
 * Reciprocal-rank fusion: score(u) = sum over views of w / (k + rank(u)), over the leading `depth` units of each;
 * ties by evidence id. Voices are added in the order of their names, so that their order of arrival changes no digit.
 */
export function fuseByRank(
  voices: readonly Voice[],
  tieOrder: ArrayLike<number>,
  { k, depth, cap }: RrfParameters = RRF_DEFAULTS,
): Fused {
  const units = tieOrder.length;
  const scores = new Float64Array(units);
  const shares = voices.toSorted(byName).map(({ view, weight, order }) => {
    const own = new Float64Array(units);
    order.slice(0, depth).forEach((unit, place) => {
      own[unit] = weight / (k + place + 1);
      scores[unit] = (scores[unit] ?? 0) + (own[unit] ?? 0);
    });
    return { view, scores: own };
  });
  const union = Array.from(scores, (_, unit) => unit).filter((unit) => (scores[unit] ?? 0) > 0);
  const best = (a: number, b: number): number =>
    (scores[b] ?? 0) - (scores[a] ?? 0) || (tieOrder[a] ?? 0) - (tieOrder[b] ?? 0);
  return { order: union.sort(best).slice(0, cap), scores, shares };
}
