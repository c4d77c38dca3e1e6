import { leadingName } from './leading';

/** A text as one unit vector a token, row by row. */
export interface TokenVectors {
  dimensions: number;
  vectors: Float32Array;
}

export const lateInteractionMethod = (first: string, model: string, leading: number): string =>
  `late-interaction-${leadingName(leading)}(${first},${model})`;

/**
 * MaxSim (Khattab and Zaharia, ColBERT, 2020): for each token of the query the largest cosine among the document's
 * tokens, summed. Divided by the query's tokens here, so that 1 is the most. 0 where either has no token.
 */
export function maxSim(query: TokenVectors, document: TokenVectors): number {
  const { dimensions } = query;
  if (document.dimensions !== dimensions) throw new RangeError('Token vectors of two different models.');
  const queryTokens = query.vectors.length / dimensions;
  const documentTokens = document.vectors.length / dimensions;
  if (queryTokens === 0 || documentTokens === 0) return 0;
  let sum = 0;
  for (let q = 0; q < queryTokens; q += 1) {
    let best = -Infinity;
    for (let t = 0; t < documentTokens; t += 1) {
      let product = 0;
      for (let d = 0; d < dimensions; d += 1) {
        product += (query.vectors[q * dimensions + d] ?? 0) * (document.vectors[t * dimensions + d] ?? 0);
      }
      if (product > best) best = product;
    }
    sum += best;
  }
  return sum / queryTokens;
}
