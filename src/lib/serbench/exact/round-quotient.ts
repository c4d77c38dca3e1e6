const bitLength = (n: bigint): number => n.toString(2).length;

/** 2^e as a double; e in -1074..1023. */
const power = (e: number): number => (e >= -1022 ? 2 ** e : 2 ** -1022 * 2 ** (e + 1022));

/**
 * The double nearest to `numerator / denominator * 2^scale`, ties to even: rounded once, subnormals included.
 * Throws a RangeError when the denominator is not positive.
 */
export function roundQuotient(numerator: bigint, denominator: bigint, scale = 0): number {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive.');
  if (numerator === 0n) return 0;
  const negative = numerator < 0n;
  const n = negative ? -numerator : numerator;
  // The quotient lies in [2^(e-1), 2^(e+1)); keep 53 bits, or fewer where the result is subnormal.
  const e = bitLength(n) - bitLength(denominator) + scale;
  const lowest = Math.max(e - 53, -1074);
  const shift = scale - lowest;
  const top = shift >= 0 ? n << BigInt(shift) : n;
  const bottom = shift >= 0 ? denominator : denominator << BigInt(-shift);
  let quotient = top / bottom;
  const rest = top % bottom;
  if (quotient >> 53n > 0n) {
    // One bit too many: halve, and remember what falls off.
    const odd = (quotient & 1n) === 1n;
    quotient >>= 1n;
    if (odd && (rest > 0n || (quotient & 1n) === 1n)) quotient += 1n;
    return sign(negative, scaled(quotient, lowest + 1));
  }
  const twice = rest * 2n;
  if (twice > bottom || (twice === bottom && (quotient & 1n) === 1n)) quotient += 1n;
  return sign(negative, scaled(quotient, lowest));
}

const sign = (negative: boolean, value: number) => (negative ? -value : value);

/** `mantissa * 2^e`, exact by construction; above the largest double it is Infinity. */
function scaled(mantissa: bigint, e: number): number {
  const m = Number(mantissa);
  return e > 1023 - 52 ? m * 2 ** 900 * 2 ** (e - 900) : m * power(e);
}
