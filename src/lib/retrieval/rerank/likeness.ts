import { tfIdf } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import type { Likeness } from '../fusion/mmr';
import { dot } from '../views/dense';

/** Cosine of two units in TF-IDF of words: what MMR takes for likeness without an encoder. */
export function wordLikeness(analysis: StateAnalysis): Likeness {
  const matrix = analysis.loweredMatrix;
  const { idf, norms } = analysis.once('tfidf-words', () => tfIdf(matrix));
  const { starts, terms, counts } = matrix;
  const weights = new Float64Array(idf.length);
  const value = (i: number): number => (1 + Math.log(counts[i] ?? 1)) * (idf[terms[i] ?? 0] ?? 0);
  return (a, b) => {
    for (let i = starts[a] ?? 0; i < (starts[a + 1] ?? 0); i += 1) weights[terms[i] ?? 0] = value(i);
    let product = 0;
    for (let i = starts[b] ?? 0; i < (starts[b + 1] ?? 0); i += 1) {
      product += (weights[terms[i] ?? 0] ?? 0) * value(i);
    }
    for (let i = starts[a] ?? 0; i < (starts[a + 1] ?? 0); i += 1) weights[terms[i] ?? 0] = 0;
    const norm = (norms[a] ?? 0) * (norms[b] ?? 0);
    return norm === 0 ? 0 : product / norm;
  };
}

/** Cosine of two units' vectors, below 0 taken as 0. */
export const vectorLikeness =
  (units: readonly Float32Array[]): Likeness =>
  (a, b) => {
    const x = units[a];
    const y = units[b];
    return x === undefined || y === undefined ? 0 : Math.max(0, dot(x, y));
  };

/** The likenesses of a whole pool, row by row: n x n numbers, to be sent where the analysis is not at hand. */
export function likenessTable(units: number, likeness: Likeness): Float64Array {
  const table = new Float64Array(units * units);
  for (let a = 0; a < units; a += 1) {
    for (let b = 0; b < units; b += 1) if (a !== b) table[a * units + b] = likeness(a, b);
  }
  return table;
}

/** Reads a table made by `likenessTable`: the same digits. */
export function tabledLikeness(table: Float64Array): Likeness {
  const units = Math.round(Math.sqrt(table.length));
  return (a, b) => table[a * units + b] ?? 0;
}
