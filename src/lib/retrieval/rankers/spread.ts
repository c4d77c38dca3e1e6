import type { Prediction } from '$lib/serbench/prediction';
import type { State } from '$lib/serbench/state';
import type { StateAnalysis } from '../analysis/state-analysis';
import { maximalMarginalRelevance, type Likeness } from '../fusion/mmr';
import type { Order } from '../rank';
import { likenessTable, tabledLikeness, wordLikeness } from '../rerank/likeness';

/**
 * The name of a ranking after MMR by rank. A fusion's own lambda spreads its scores and is named `mmr-`; here any
 * ranking is spread, also one whose scores are not at hand. lambda 1 changes nothing, neither ranking nor name.
 */
export const spreadMethod = (first: string, lambda: number): string =>
  lambda >= 1 ? first : `mmr-ranks-${lambda}(${first})`;

/**
 * MMR (Carbonell and Goldstein, 1998) over any ranking. Relevance falls evenly with the rank, from 1 to 0: our
 * definition, as the publication gives the coefficient alone.
 */
function spreadByRank(order: Order, lambda: number, likeness: Likeness): number[] {
  const scores: number[] = [];
  order.forEach((unit, place) => (scores[unit] = order.length - place));
  return maximalMarginalRelevance(order, scores, lambda, likeness);
}

/**
 * A ranking's ids as unit numbers of its state's pool.
 *
 * @throws RangeError when an id is not in the pool
 */
export function unitsOf(state: State, ids: readonly string[]): number[] {
  const places = new Map(state.candidate_evidence.map(({ evidence_id }, unit) => [evidence_id, unit]));
  return ids.map((id) => {
    const unit = places.get(id);
    if (unit === undefined)
      throw new RangeError(`State "${state.state_id}" has no unit "${id}" in its pool.`);
    return unit;
  });
}

/** A ranking followed by the units of the pool that it leaves out, by evidence id: what reads a whole pool. */
export function wholePool(order: Order, tieOrder: ArrayLike<number>): number[] {
  const ranked = new Set(order);
  const rest = Array.from({ length: tieOrder.length }, (_, unit) => unit).filter((unit) => !ranked.has(unit));
  return [...order, ...rest.sort((a, b) => (tieOrder[a] ?? 0) - (tieOrder[b] ?? 0))];
}

/** One state's row under each lambda, likeness by words of path and excerpt; the method says ranking and lambda. */
export function spreadRow(
  analysis: StateAnalysis,
  { state_id, method, ranked_evidence_ids }: Prediction,
  lambdas: readonly number[],
): Prediction[] {
  const order = unitsOf(analysis.state, ranked_evidence_ids);
  const likeness = tabledLikeness(likenessTable(analysis.ids.length, wordLikeness(analysis)));
  return lambdas.map((lambda) => ({
    state_id,
    method: spreadMethod(method, lambda),
    ranked_evidence_ids: spreadByRank(order, lambda, likeness).map((unit) => analysis.ids[unit] ?? ''),
  }));
}
