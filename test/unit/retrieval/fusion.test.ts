import { describe, expect, test } from 'vitest';
import { fuseLists } from '$lib/complement/controls/fuse';
import { kendallTau } from '$lib/retrieval/agreement/kendall';
import { rankBiasedOverlap } from '$lib/retrieval/agreement/rbo';
import { maximalMarginalRelevance } from '$lib/retrieval/fusion/mmr';
import { observedLast } from '$lib/retrieval/fusion/observed-last';
import { fuseByRank } from '$lib/retrieval/fusion/rrf';

/** Fuses views given as lists of names; units are numbered by name, so ties go by name. */
function fuse(...views: string[][]): [string, number][] {
  const names = [...new Set(views.flat())].sort();
  const voices = views.map((view, i) => ({
    view: `v${i}`,
    weight: 1,
    order: view.map((name) => names.indexOf(name)),
  }));
  const { order, scores } = fuseByRank(
    voices,
    names.map((_, i) => i),
  );
  return order.map((unit) => [names[unit]!, scores[unit]!]);
}

describe('case 12: reciprocal-rank fusion', () => {
  test('first example', () => {
    const fused = fuse(['X', 'a', 'Y'], ['b', 'c', 'Y']);
    expect(fused.map(([name]) => name)).toEqual(['Y', 'X', 'b', 'a', 'c']);
    const wanted = [0.031746031746, 0.016393442623, 0.016393442623, 0.016129032258, 0.016129032258];
    fused.forEach(([, score], i) => expect(score).toBeCloseTo(wanted[i]!, 12));
  });

  test('second example', () => {
    expect(fuse(['Y', 'p', 'q', 'X'], ['r', 's', 't', 'X'])[0]).toEqual(['X', 0.03125]);
  });

  test.each([['v1 v2 v3'], ['v3 v1 v2'], ['v2 v3 v1']])(
    'equal terms tie whatever the views are called: %s',
    (names) => {
      const place = (at: Record<string, number>) => {
        const list = Array.from({ length: 8 }, (_, i) => 2 + i);
        for (const [name, rank] of Object.entries(at)) list[rank - 1] = name === 'a' ? 0 : 1;
        return list;
      };
      const lists = [place({ z: 1, a: 8 }), place({ z: 3, a: 1 }), place({ z: 8, a: 3 })];
      const voices = names.split(' ').map((view, i) => ({ view, weight: 1, order: lists[i]! }));
      const { order, scores } = fuseByRank(
        voices,
        Array.from({ length: 10 }, (_, i) => i),
      );
      expect(scores[0]).toBe(scores[1]);
      expect(order.indexOf(0)).toBe(order.indexOf(1) - 1);
    },
  );

  test('depth, cap, weights and shares', () => {
    const voices = [
      { view: 'a', weight: 2, order: [0, 1, 2] },
      { view: 'b', weight: 1, order: [2, 1] },
    ];
    const fused = fuseByRank(voices, [0, 1, 2], { k: 0, depth: 2, cap: 2 });
    expect(fused.order).toEqual([0, 1]);
    expect([...fused.scores]).toEqual([2, 1.5, 1]);
    expect(fused.shares.map(({ view, scores }) => [view, [...scores]])).toEqual([
      ['a', [2, 1, 0]],
      ['b', [0, 0.5, 1]],
    ]);
  });
});

test('the controls’ fusion of lists ties equal terms too', () => {
  const lists = (['a', 'b', 'c'] as const).map((name) => Array.from({ length: 8 }, (_, i) => `${name}${i}`));
  const put = (list: number, rank: number, id: string) => (lists[list]![rank - 1] = id);
  for (const [id, ranks] of [
    ['z', [1, 3, 8]],
    ['A', [8, 1, 3]],
  ] as const)
    ranks.forEach((rank, list) => put(list, rank, id));
  expect(fuseLists(lists, 60).slice(0, 2)).toEqual(['A', 'z']);
});

describe('MMR', () => {
  test('spreads: of two alike units the second waits', () => {
    const alike = (a: number, b: number) => (a < 2 && b < 2 ? 1 : 0);
    expect(maximalMarginalRelevance([0, 1, 2], [1, 0.9, 0.5], 0.5, alike)).toEqual([0, 2, 1]);
  });

  test('equal scores are all fully relevant: what is like something taken waits, however little lambda is', () => {
    const alike = (a: number, b: number) => (a + b === 1 ? 0.5 : 0);
    expect(maximalMarginalRelevance([0, 1, 2], [2, 2, 2], 0.9, alike)).toEqual([0, 2, 1]);
  });

  test('lambda 0 looks at likeness alone', () => {
    const likeness = (a: number, b: number) => 1 / (1 + Math.abs(a - b));
    expect(maximalMarginalRelevance([0, 1, 2, 3], [4, 3, 2, 1], 0, likeness)).toEqual([0, 3, 1, 2]);
  });
});

test('observed units go last, each part in its order', () => {
  expect(observedLast([3, 1, 0, 2], [false, true, false, true])).toEqual([0, 2, 3, 1]);
});

describe('rank agreement', () => {
  test('Kendall', () => {
    expect(kendallTau([0, 1, 2], [0, 1, 2])).toBe(1);
    expect(kendallTau([0, 1, 2], [2, 1, 0])).toBe(-1);
    expect(kendallTau([0, 1, 2, 3], [1, 0, 2, 3])).toBeCloseTo(4 / 6, 12);
    expect(kendallTau([0], [0])).toBeNull();
    // Unit 2 is absent on the right: tied with nothing, last.
    expect(kendallTau([0, 1, 2], [0, 1])).toBe(1);
  });

  test('rank-biased overlap', () => {
    expect(rankBiasedOverlap([0, 1, 2], [0, 1, 2])).toBeCloseTo(1, 12);
    expect(rankBiasedOverlap([0, 1], [2, 3])).toBe(0);
    expect(rankBiasedOverlap([], [])).toBeNull();
    expect(rankBiasedOverlap([], [1])).toBe(0);
    const a = [0, 1, 2, 3];
    const b = [1, 0, 4];
    expect(rankBiasedOverlap(a, b)).toBe(rankBiasedOverlap(b, a));
    // Agreement 0, 1, 2/3, 1/2 with three of four ranks shared: worked out by hand from the definition.
    const sum = 0.9 ** 2 * 1 + 0.9 ** 3 * (2 / 3) + 0.9 ** 4 * (2 / 4) + 0.9 ** 4 * ((2 * 1) / (3 * 4));
    expect(rankBiasedOverlap(a, b)).toBeCloseTo((0.1 / 0.9) * sum + 0.9 ** 4 * (0 / 4 + 2 / 3), 12);
  });
});
