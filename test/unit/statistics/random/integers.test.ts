import { describe, expect, it } from 'vitest';
import { fillIntegers } from '$lib/statistics/random/integers';
import { Pcg64 } from '$lib/statistics/random/pcg64';

const draw = (seed: number, values: number, count: number) => {
  const out = new Uint32Array(count);
  fillIntegers(new Pcg64(seed), values, out);
  return out;
};

describe('bounded integers', () => {
  // numpy.random.default_rng(seed).integers(0, values, size)
  it.each([
    [
      3,
      3000000001,
      [
        2434513623, 256947500, 538322202, 710431519, 2607697810, 282385926, 996604626, 1299380820, 1437153894,
        794364654, 479216743, 2074250793,
      ],
    ],
    [
      3,
      4294967295,
      [3485385463, 367860370, 770692084, 1017093380, 778955829, 3441447622, 3733325603, 2500366904],
    ],
    [
      9,
      2147483649,
      [
        905266064, 1868845935, 2063827472, 1433488764, 1965526454, 1965763840, 1989829892, 1847681292,
        1971900293, 1712926926, 1606711277, 1936474744,
      ],
    ],
    [7, 65537, [61926, 40966, 44839, 58800, 37899, 50836, 54634, 14759]],
    [7, 2097152, [1981609, 1310920, 1434829, 1881593, 1212767, 1626730, 1748292, 472293]],
    [7, 2097151, [1981608, 1310919, 1434828, 1881592, 1212766, 1626730, 1748292, 472293]],
    [5, 3, [2, 2, 0, 2, 1, 1, 1, 0, 2, 0]],
  ] as [number, number, number[]][])('seed %i, %i values', (seed, values, expected) => {
    expect(Array.from(draw(seed, values, expected.length))).toEqual(expected);
  });

  it('keeps the place in the stream through thousands of rejections', () => {
    const far = draw(11, 3_000_000_001, 100_000);
    expect(Array.from(far.subarray(-3))).toEqual([735713525, 2024168935, 2854437116]);
    expect(far.reduce((sum, value) => sum + value, 0)).toBe(150153361082930);
  });

  it('draws nothing to choose among one value', () => {
    const rng = new Pcg64(1);
    fillIntegers(rng, 1, new Uint32Array(5));
    expect(rng.next32()).toBe(new Pcg64(1).next32());
  });

  it.each([0, -1, 2.5, 2 ** 32, NaN])('refuses %d values', (values) => {
    expect(() => draw(1, values, 1)).toThrow(RangeError);
  });
});
