import type { Vectors, View } from './view';

/** Sum of products in index order, in double precision. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Cosines of query and units; below 0 counts as 0. */
export function denseScores({ query, units }: Vectors, count: number): Float64Array {
  const scores = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    const unit = units[i];
    if (unit !== undefined) scores[i] = Math.max(0, dot(query, unit));
  }
  return scores;
}

export const dense: View = {
  name: 'dense',
  label: 'Dense',
  help: 'Nearness of meaning, by an encoder of your choice.',
  formula: 'cosine of the vectors of query and unit; below 0 counts as 0',
  source: 'Query: information need, subgoal and issue; the encoder pools as its model says.',
  parameters: [],
  needs: 'vectors',
  score(analysis, _given, vectors) {
    const { length } = analysis.ids;
    return vectors === undefined ? new Float64Array(length) : denseScores(vectors, length);
  },
};
