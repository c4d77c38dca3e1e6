const FRACTION_BITS = 96;
const ONE = 1n << 160n;
const known: number[] = [];

/**
 * log2 of a positive integer, correctly rounded, the same in every engine: `Math.log2` is not specified to the last
 * digit, and browsers differ. Equal to glibc's (which Python calls) for every integer below 1,621.
 */
export function log2(n: number): number {
  return (known[n] ??= compute(n));
}

// Digit by digit: square the mantissa; the next bit of the logarithm says whether it passed 2.
function compute(n: number): number {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`log2 takes a positive integer, not ${n}.`);
  const whole = n.toString(2).length - 1;
  if (n === 2 ** whole) return whole;
  let x = (BigInt(n) * ONE) >> BigInt(whole);
  let bits = BigInt(whole);
  for (let i = 0; i < FRACTION_BITS; i += 1) {
    x = (x * x) / ONE;
    bits <<= 1n;
    if (x >= 2n * ONE) {
      x >>= 1n;
      bits |= 1n;
    }
  }
  // The last bit stands for all that follow, so that the one rounding is right.
  return Number((bits << 1n) | 1n) / 2 ** (FRACTION_BITS + 1);
}
