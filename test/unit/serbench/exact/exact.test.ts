import { describe, expect, test } from 'vitest';
import { add, divide, fraction, fromDouble, meanOf, multiply, toNumber } from '$lib/serbench/exact/fraction';
import { log2 } from '$lib/serbench/exact/log2';
import { exactMean } from '$lib/serbench/exact/mean';
import { roundQuotient } from '$lib/serbench/exact/round-quotient';

describe('correctly rounded mean', () => {
  test.each([
    [[0.1, 0.2, 0.3], 0.2],
    [[0.1, 0.1, 0.1], 0.1],
    [[1e16, 1, -1e16], 1 / 3],
    [[1, 1, 0], 2 / 3],
    [[Number.MIN_VALUE, 0], 0],
    [[Number.MIN_VALUE, Number.MIN_VALUE, Number.MIN_VALUE, 0], Number.MIN_VALUE],
    [[Number.MAX_VALUE, Number.MAX_VALUE], Number.MAX_VALUE],
    [[-0.5, -0.25], -0.375],
  ])('of %j is %d', (values, mean) => {
    expect(exactMean(values)).toBe(mean);
  });

  test('differs from a running sum where that is wrong', () => {
    const values = Array.from({ length: 10 }, () => 0.1);
    expect(values.reduce((a, b) => a + b, 0) / 10).not.toBe(0.1);
    expect(exactMean(values)).toBe(0.1);
  });

  test('knows no mean of nothing, and refuses what is not finite', () => {
    expect(exactMean([])).toBeNaN();
    expect(() => exactMean([1, Number.NaN])).toThrow(RangeError);
  });
});

describe('rounding a quotient', () => {
  test.each([
    [1n, 3n, 1 / 3],
    [-2n, 3n, -2 / 3],
    [2n ** 53n + 1n, 1n, 2 ** 53],
    [2n ** 53n + 3n, 1n, 2 ** 53 + 4],
    [2n ** 54n + 2n, 2n, 2 ** 53],
    [1n, 2n ** 1074n, Number.MIN_VALUE],
    [1n, 2n ** 1075n, 0],
    [3n, 2n ** 1075n, 2 * Number.MIN_VALUE],
    [1n, 2n ** 1080n, 0],
    [2n ** 1024n, 1n, Infinity],
  ])('%s / %s', (numerator, denominator, value) => {
    expect(roundQuotient(numerator, denominator)).toBe(value);
  });

  test('agrees with the platform on random doubles', () => {
    let seed = 1;
    const next = () => (seed = (seed * 48271) % 2147483647);
    for (let i = 0; i < 2000; i += 1) {
      const [a, b] = [next(), next()];
      expect(roundQuotient(BigInt(a), BigInt(b))).toBe(a / b);
    }
  });

  test('needs a positive denominator', () => {
    expect(() => roundQuotient(1n, 0n)).toThrow(RangeError);
  });
});

describe('log2', () => {
  // Python 3.11, glibc: math.log2(n).hex() of ranks where engines are tempted to differ.
  test.each([
    [1, 0],
    [2, 1],
    [3, 1.584962500721156],
    [7, 2.807354922057604],
    [121, 6.918863237274595],
    [1024, 10],
    [1375, 10.425215903299383],
  ])('of %i is %d', (n, value) => {
    expect(log2(n)).toBe(value);
  });

  test('takes positive integers', () => {
    expect(() => log2(0)).toThrow(RangeError);
    expect(() => log2(1.5)).toThrow(RangeError);
  });
});

test('fractions are exact', () => {
  const tenth = fromDouble(0.1);
  expect(tenth).toEqual({ numerator: 3602879701896397n, denominator: 36028797018963968n });
  expect(toNumber(add(fraction(1n, 3n), fraction(1n, 6n)))).toBe(0.5);
  expect(multiply(fraction(-2n, 3n), fraction(3n, 4n))).toEqual({ numerator: -1n, denominator: 2n });
  expect(divide(fraction(1n), fraction(-2n))).toEqual({ numerator: -1n, denominator: 2n });
  expect(meanOf([fraction(1n, 2n), fraction(1n, 3n)])).toEqual({ numerator: 5n, denominator: 12n });
  expect(toNumber(fromDouble(5e-324))).toBe(5e-324);
});
