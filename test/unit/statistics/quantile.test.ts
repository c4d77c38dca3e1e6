import { describe, expect, it } from 'vitest';
import { lerp, quantile, quantilePlace } from '$lib/statistics/quantile';

const LEVELS = [0, 0.025, 0.1, 0.5, 0.77, 0.975, 1];
// numpy.quantile(values, LEVELS) of normal values
const CASES = [
  [
    [0.18905338179353307],
    [
      0.18905338179353307, 0.18905338179353307, 0.18905338179353307, 0.18905338179353307, 0.18905338179353307,
      0.18905338179353307, 0.18905338179353307,
    ],
  ],
  [
    [-0.5227484414807474, -0.41306354339189344],
    [
      -0.5227484414807474, -0.520006319028526, -0.511779951671862, -0.4679059924363204, -0.43829106995232986,
      -0.41580566584411477, -0.41306354339189344,
    ],
  ],
  [
    [-2.4414673826398556, 1.799707382720902, 1.1441658720372287],
    [
      -2.4414673826398556, -2.2621857199060016, -1.7243407317044386, 1.1441658720372287, 1.4981582878064124,
      1.7669303071867184, 1.799707382720902,
    ],
  ],
  [
    [
      -0.32542283686782436, 0.7738065867276614, 0.28121066979764925, -0.5538228364240524, 0.9775674511260357,
      -0.31055654665915255, -0.3288239040579627,
    ],
    [
      -0.5538228364240524, -0.520072996569139, -0.41882347700439854, -0.31055654665915255, 0.5866201382942569,
      0.9470033214662795, 0.9775674511260357,
    ],
  ],
] as [number[], number[]][];

describe('quantiles', () => {
  it.each(CASES)('of %j are those of numpy, digit for digit', (values, expected) => {
    expect(LEVELS.map((level) => quantile(values, level))).toEqual(expected);
  });

  // Case 9: the replicates of rbmi#210.
  it('of 1, 2, 3, 4 at 2.5% and 97.5% are 1.075 and 3.925', () => {
    expect([quantile([4, 2, 1, 3], 0.025), quantile([4, 2, 1, 3], 0.975)]).toEqual([1.075, 3.925]);
  });

  it('interpolates from the nearer end, so that equal ends give themselves', () => {
    expect(lerp(0.1, 0.1, 0.3)).toBe(0.1);
    expect(lerp(1, 2, 1)).toBe(2);
    expect(lerp(1e16, 1, 0.999)).toBe(1 - (1 - 1e16) * (1 - 0.999));
  });

  it('refuses no values and levels outside 0..1', () => {
    expect(() => quantile([], 0.5)).toThrow(/at least one/);
    expect(() => quantilePlace(3, 1.1)).toThrow(/0\.\.1/);
    expect(() => quantilePlace(3, NaN)).toThrow(/0\.\.1/);
  });
});
