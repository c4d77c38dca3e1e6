import { leadingName } from './leading';

/** A text as weights over a vocabulary: ids ascending, weights positive. */
export interface SparseVector {
  ids: Int32Array;
  weights: Float32Array;
}

export const learnedSparseMethod = (first: string, model: string, leading: number): string =>
  `learned-sparse-${leadingName(leading)}(${first},${model})`;

/** How logits become weights: over the tokens the largest or the sum, damped once or twice. */
export interface Expansion {
  pooling: 'max' | 'sum';
  activation: 'relu' | 'log1p_relu';
}

/** SPLADE's second form, and what most trained models use: the largest, damped once. */
export const ONCE_OVER: Expansion = { pooling: 'max', activation: 'relu' };

/**
 * The expansion of a masked language model: for each entry of the vocabulary `ln(1 + max(0, logit))` (with
 * `log1p_relu` the logarithm is taken twice), and of these over the text's tokens the sum (Formal et al., SPLADE,
 * 2021) or the largest (SPLADE v2, 2021); zeros are left out.
 *
 * @param logits `[tokens, vocabulary]`, row by row
 * @param skip ids that carry no meaning, such as special tokens of a model that was not trained for it
 */
export function expand(
  logits: Float32Array,
  vocabulary: number,
  skip: ReadonlySet<number> = new Set(),
  { pooling, activation }: Expansion = ONCE_OVER,
): SparseVector {
  const damp = activation === 'relu' ? Math.log1p : (logit: number) => Math.log1p(Math.log1p(logit));
  // The logarithm grows with the logit: for the largest it is taken once, at the end.
  const total = new Float32Array(vocabulary);
  for (let at = 0; at < logits.length; at += vocabulary) {
    for (let id = 0; id < vocabulary; id += 1) {
      const logit = logits[at + id] ?? 0;
      if (logit <= 0) continue;
      const known = total[id] ?? 0;
      if (pooling === 'sum') total[id] = known + damp(logit);
      else if (logit > known) total[id] = logit;
    }
  }
  const ids: number[] = [];
  for (let id = 0; id < vocabulary; id += 1) if ((total[id] ?? 0) > 0 && !skip.has(id)) ids.push(id);
  const weight = (id: number) => (pooling === 'sum' ? (total[id] ?? 0) : damp(total[id] ?? 0));
  return { ids: Int32Array.from(ids), weights: Float32Array.from(ids, weight) };
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
