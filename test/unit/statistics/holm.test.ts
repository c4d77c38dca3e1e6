import { describe, expect, it } from 'vitest';
import { holm } from '$lib/statistics/holm';

describe('Holm', () => {
  it('steps down and keeps the order given', () => {
    // 3 x 0.01, 2 x 0.02, then not below: max(0.04, 0.03)
    expect(holm([0.03, 0.01, 0.02])).toEqual([0.04, 0.03, 0.04]);
  });

  it('stops at 1, leaves a single p as it is, passes over what was not computed', () => {
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([0.04])).toEqual([0.04]);
    expect(holm([null, 0.01, null, 0.04])).toEqual([null, 0.02, null, 0.04]);
    expect(holm([])).toEqual([]);
  });
});
