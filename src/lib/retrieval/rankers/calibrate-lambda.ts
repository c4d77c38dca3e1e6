/** The coefficients that are tried: 0, 0.1, ... 1. Ours: the publication prints the one it selected, 1.0. */
export const LAMBDA_GRID: readonly number[] = Array.from({ length: 11 }, (_, tenth) => tenth / 10);

/** What a choice of lambda rests on; part of the method's configuration, so that it can be applied elsewhere. */
export interface LambdaCalibration {
  lambda: number;
  /** Mean value a lambda, by lambda. */
  means: { lambda: number; mean: number }[];
  states: number;
}

/**
 * Picks the lambda with the greatest mean over labelled states (Complete@5 in the publication's calibration on Cal500).
 * Of equal means the largest lambda wins: the one that changes the ranking least. Whoever calls it hands in what a
 * ranking is worth: this function sees no certificate.
 *
 * @param grid different numbers from 0 to 1, in any order
 * @param value what a state's ranking under a lambda is worth, e.g. Complete@5 as 0 or 1
 * @throws RangeError for an empty grid, a number outside 0 to 1 or given more than once, and for no states
 */
export function calibrateLambda(
  grid: readonly number[],
  stateIds: readonly string[],
  value: (stateId: string, lambda: number) => number,
): LambdaCalibration {
  const lambdas = grid.toSorted((a, b) => a - b);
  const sound = lambdas.every((lambda, i) => lambda >= 0 && lambda <= 1 && lambda !== lambdas[i - 1]);
  const largest = lambdas.at(-1);
  if (!sound || largest === undefined)
    throw new RangeError('The grid of lambda needs different numbers from 0 to 1.');
  if (stateIds.length === 0) throw new RangeError('No labelled state to calibrate lambda on.');
  const means = lambdas.map((lambda) => ({
    lambda,
    mean: stateIds.reduce((sum, id) => sum + value(id, lambda), 0) / stateIds.length,
  }));
  const best = means.reduce((top, one) => (one.mean >= top.mean ? one : top));
  return { lambda: best.lambda, means, states: stateIds.length };
}
