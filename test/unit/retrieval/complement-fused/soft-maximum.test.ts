import { describe, expect, test } from 'vitest';
import { maximum, softMaximum } from '$lib/retrieval/complement-fused/soft-maximum';

test('maximum: of many, and of none', () => {
  expect(maximum([0.2, 0.7, -0.3])).toBe(0.7);
  expect(maximum([])).toBe(-1);
  expect(maximum(Array.from({ length: 300_000 }, (_, i) => i / 1e6))).toBe(0.299_999);
});

describe('soft maximum', () => {
  test('one value is itself; none is the least cosine', () => {
    expect(softMaximum([0.3], 10)).toBe(0.3);
    expect(softMaximum([-0.4], 10)).toBe(-0.4);
    expect(softMaximum([], 10)).toBe(-1);
  });

  test('a second value as large adds ln 2 / sharpness, a far one nearly nothing', () => {
    expect(softMaximum([0.5, 0.5], 10)).toBeCloseTo(0.5 + Math.LN2 / 10, 12);
    expect(softMaximum([0.5, -0.9], 10)).toBeCloseTo(0.5, 6);
  });

  test('the definition, and more sharpness nears the maximum', () => {
    const values = [0.1, 0.25, 0.2];
    const direct = Math.log(values.reduce((sum, value) => sum + Math.exp(10 * value), 0)) / 10;
    expect(softMaximum(values, 10)).toBeCloseTo(direct, 12);
    expect(softMaximum(values, 1000)).toBeCloseTo(0.25, 6);
  });
});
