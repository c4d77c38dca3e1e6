import { toDyadic } from './dyadic';
import { roundQuotient } from './round-quotient';

/** An exact rational number in lowest terms; the denominator is positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

function gcd(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Throws a RangeError when the denominator is not positive. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive.');
  const divisor = gcd(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** The exact value of a double. */
export function fromDouble(value: number): Fraction {
  const { mantissa, exponent } = toDyadic(value);
  return exponent >= 0
    ? fraction(BigInt(mantissa) << BigInt(exponent))
    : fraction(BigInt(mantissa), 1n << BigInt(-exponent));
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const multiply = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator);

export const divide = (a: Fraction, b: Fraction): Fraction =>
  b.numerator < 0n
    ? fraction(-a.numerator * b.denominator, a.denominator * -b.numerator)
    : fraction(a.numerator * b.denominator, a.denominator * b.numerator);

/** The nearest double. */
export const toNumber = (a: Fraction): number => roundQuotient(a.numerator, a.denominator);

/** Exact mean; throws a RangeError for an empty list. */
export function meanOf(values: readonly Fraction[]): Fraction {
  const sum = values.reduce(add, fraction(0n));
  return fraction(sum.numerator, sum.denominator * BigInt(values.length));
}
