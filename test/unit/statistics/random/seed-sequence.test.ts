import { describe, expect, it } from 'vitest';
import { entropyWords, generateState } from '$lib/statistics/random/seed-sequence';

describe('SeedSequence', () => {
  it('splits a seed into 32-bit words, least significant first', () => {
    expect(entropyWords(0)).toEqual([0]);
    expect(entropyWords(2 ** 40 + 7)).toEqual([7, 256]);
  });

  // numpy.random.SeedSequence(seed).generate_state(8)
  it.each([
    [0, [2968811710, 3677149159, 745650761, 2884920346, 2642120001, 549907821, 574372308, 742431198]],
    [
      20260915,
      [1157426631, 2385305146, 543293010, 2904443862, 2690800281, 384407471, 1312422954, 3012511127],
    ],
    [
      1099511627783,
      [238885397, 226915041, 1322230113, 2599373530, 2212210947, 2577144891, 231252758, 1082730460],
    ],
  ] as [number, number[]][])('gives the state of seed %i as numpy does', (seed, words) => {
    expect(Array.from(generateState(seed, 8))).toEqual(words);
  });

  it.each([-1, 1.5, NaN, 2 ** 53])('refuses the seed %d', (seed) => {
    expect(() => generateState(seed, 8)).toThrow(/whole number from 0/);
  });
});
