import { leadingName } from './leading';

/** A text as weights over a vocabulary: ids ascending, weights positive. */
export interface SparseVector {
  ids: Int32Array;
  weights: Float32Array;
}

export const learnedSparseMethod = (first: string, model: string, leading: number): string =>
  `learned-sparse-${leadingName(leading)}(${first},${model})`;

/**
 * The expansion of a masked language model (Formal et al., SPLADE, 2021): for each entry of the vocabulary the
 * largest `ln(1 + max(0, logit))` over the text's tokens; zeros are left out.
 *
 * @param logits `[tokens, vocabulary]`, row by row
 * @param skip ids that carry no meaning, such as special tokens
 */
export function expand(
  logits: Float32Array,
  vocabulary: number,
  skip: ReadonlySet<number> = new Set(),
): SparseVector {
  const most = new Float32Array(vocabulary);
  for (let at = 0; at < logits.length; at += vocabulary) {
    for (let id = 0; id < vocabulary; id += 1) {
      const logit = logits[at + id] ?? 0;
      if (logit > (most[id] ?? 0)) most[id] = logit;
    }
  }
  const ids: number[] = [];
  for (let id = 0; id < vocabulary; id += 1) if ((most[id] ?? 0) > 0 && !skip.has(id)) ids.push(id);
  return { ids: Int32Array.from(ids), weights: Float32Array.from(ids, (id) => Math.log1p(most[id] ?? 0)) };
}

/** Sum of products over the entries that both have. */
export function sparseDot(a: SparseVector, b: SparseVector): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  while (i < a.ids.length && j < b.ids.length) {
    const difference = (a.ids[i] ?? 0) - (b.ids[j] ?? 0);
    if (difference === 0) {
      sum += (a.weights[i] ?? 0) * (b.weights[j] ?? 0);
      i += 1;
      j += 1;
    } else if (difference < 0) i += 1;
    else j += 1;
  }
  return sum;
}
