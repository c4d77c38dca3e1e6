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
 * Sums of up to `width` terms a unit, added from the largest to the smallest: units with the same terms get the same
 * digits, whichever view each term came from.
 */
class SortedSums {
  private readonly terms: Float64Array;
  private readonly counts: Int32Array;

  constructor(
    units: number,
    private readonly width: number,
  ) {
    this.terms = new Float64Array(units * width);
    this.counts = new Int32Array(units);
  }

  /** Takes a unit's next term to its place among those before. */
  add(unit: number, term: number): void {
    const start = unit * this.width;
    let at = start + (this.counts[unit] ?? 0);
    while (at > start && (this.terms[at - 1] ?? 0) < term) {
      this.terms[at] = this.terms[at - 1] ?? 0;
      at -= 1;
    }
    this.terms[at] = term;
    this.counts[unit] = (this.counts[unit] ?? 0) + 1;
  }

  sums(): Float64Array {
    return Float64Array.from(this.counts, (count, unit) => {
      let sum = 0;
      for (let i = 0; i < count; i += 1) sum += this.terms[unit * this.width + i] ?? 0;
      return sum;
    });
  }
}

/**
 * Reciprocal-rank fusion (Cormack et al., 2009): score(u) = sum over views of w / (k + rank(u)), over the leading
 * `depth` units of each view; ties by evidence id. A unit's terms are added from the largest to the smallest, so that
 * neither the order nor the names of the views change a digit, and units of equal terms tie exactly.
 *
 * @param tieOrder place of each unit among the evidence ids; its length is the size of the pool
 */
export function fuseByRank(
  voices: readonly Voice[],
  tieOrder: ArrayLike<number>,
  { k, depth, cap }: RrfParameters = RRF_DEFAULTS,
): Fused {
  const units = tieOrder.length;
  const sums = new SortedSums(units, voices.length);
  const shares = voices.toSorted(byName).map(({ view, weight, order }) => {
    const own = new Float64Array(units);
    order.slice(0, depth).forEach((unit, place) => {
      const term = weight / (k + place + 1);
      own[unit] = term;
      sums.add(unit, term);
    });
    return { view, scores: own };
  });
  const scores = sums.sums();
  const union = Array.from(scores, (_, unit) => unit).filter((unit) => (scores[unit] ?? 0) > 0);
  const best = (a: number, b: number): number =>
    (scores[b] ?? 0) - (scores[a] ?? 0) || (tieOrder[a] ?? 0) - (tieOrder[b] ?? 0);
  return { order: union.sort(best).slice(0, cap), scores, shares };
}
