import { toDyadic } from './dyadic';
import { roundQuotient } from './round-quotient';

/**
 * The correctly rounded mean: the exact sum divided by the count, rounded once, as Python's `statistics.mean`
 * gives it. A running float sum can differ in the last digit. NaN for no values; a RangeError for values that
 * are not finite.
 */
export function exactMean(values: ArrayLike<number>): number {
  if (values.length === 0) return Number.NaN;
  // Scores are mostly 0 and 1: those are counted, only the rest needs big integers.
  let whole = 0;
  let lowest = 0;
  const rest: number[] = [];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    if (value === 0) continue;
    if (value === 1) whole += 1;
    else {
      lowest = Math.min(lowest, toDyadic(value).exponent);
      rest.push(value);
    }
  }
  let sum = BigInt(whole) << BigInt(-lowest);
  for (const value of rest) {
    const { mantissa, exponent } = toDyadic(value);
    sum += BigInt(mantissa) << BigInt(exponent - lowest);
  }
  return roundQuotient(sum, BigInt(values.length), lowest);
}
