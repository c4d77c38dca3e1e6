/**
 * Scores in standard deviations from their mean. Sums run in the order of the ids, so that the order of the candidates
 * changes no digit; equal scores throughout give zeros.
 */
export function standardScores(scores: ArrayLike<number>, tieOrder: ArrayLike<number>): Float64Array {
  const { length } = scores;
  const sorted = new Float64Array(length);
  for (let unit = 0; unit < length; unit += 1) sorted[tieOrder[unit] ?? 0] = scores[unit] ?? 0;
  const mean = sorted.reduce((sum, score) => sum + score, 0) / length;
  const variance = sorted.reduce((sum, score) => sum + (score - mean) ** 2, 0) / length;
  const deviation = Math.sqrt(variance);
  // Rounding alone can leave a trace of spread where there is none.
  if (!(deviation > 1e-12 * Math.max(1, Math.abs(mean)))) return new Float64Array(length);
  return Float64Array.from(scores, (score) => (score - mean) / deviation);
}
