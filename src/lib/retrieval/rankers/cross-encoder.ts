import type { Order } from '../rank';
import { leadingName, reorderLeading } from './leading';

/** How many leading units a cross-encoder reads together with the query. */
export const CROSS_LEADING = 100;

export const crossEncoderMethod = (first: string, model: string, leading = CROSS_LEADING): string =>
  `cross-encoder-${leadingName(leading)}(${first},${model})`;

/**
 * Reranks the leading units by a model that reads query and unit as one text.
 *
 * @param relevance one relevance for each of the leading units, in the order of `first`
 */
export function crossEncoderOrder(
  first: Order,
  relevance: readonly number[],
  leading = CROSS_LEADING,
): number[] {
  const units = first.slice(0, leading);
  if (relevance.length !== units.length) {
    throw new RangeError(`${units.length} units were to be judged, ${relevance.length} judgements came.`);
  }
  const scores: number[] = [];
  units.forEach((unit, i) => (scores[unit] = relevance[i] ?? -Infinity));
  return reorderLeading(first, leading, scores);
}
