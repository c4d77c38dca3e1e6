import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankOracle, smallestCompleteSet } from '$lib/retrieval/baselines/oracle';
import { randomExpectation } from '$lib/retrieval/baselines/random';
import { fraction, meanOf, toNumber } from '$lib/serbench/exact/fraction';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import { measureNamed } from '$lib/serbench/metrics/registry';
import { isComplete, puzzles, subsets } from '../../helpers/certificates';

describe('against every choice of units', () => {
  test('the uniform random expectations are exact', () => {
    fc.assert(
      fc.property(puzzles(8), fc.integer({ min: 1, max: 10 }), ({ certificate, pool }, k) => {
        const choices = [...subsets(pool)].filter((chosen) => chosen.length === Math.min(k, pool.length));
        const expected = randomExpectation(certificate, pool, k);
        const share = choices.filter((chosen) => isComplete(certificate, chosen)).length;
        expect(expected.mss_complete).toEqual(fraction(BigInt(share), BigInt(choices.length)));
        const compiled = compileCertificate(certificate);
        for (const name of ['group_recall', 'necessity_weighted_recall', 'any_hit'] as const) {
          const values = choices.map((chosen) => measureNamed(name)!.value(readRanking(compiled, chosen), k));
          const mean = values.reduce((a, b) => a + b, 0) / values.length;
          expect(toNumber(expected[name])).toBeCloseTo(mean, 12);
        }
      }),
      { seed: 3, numRuns: 1500 },
    );
  });

  test('the oracle set is the smallest, the first of its size, and completes at its size', () => {
    fc.assert(
      fc.property(puzzles(8), ({ certificate, pool }) => {
        const complete = [...subsets([...pool].sort())]
          .filter((chosen) => isComplete(certificate, chosen))
          .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
        expect(smallestCompleteSet(certificate, pool)).toEqual(complete[0] ?? null);
        const size = complete[0]?.length ?? 0;
        if (complete.length === 0) return;
        const ranking = rankOracle(certificate, pool, 20);
        expect(new Set(ranking)).toEqual(new Set(complete[0]));
        expect(readRanking(compileCertificate(certificate), ranking).completeRank).toBeLessThanOrEqual(size);
        expect(rankOracle(certificate, pool, 1)).toEqual(ranking.slice(0, 1));
      }),
      { seed: 4, numRuns: 1500 },
    );
  });
});

test('a mean of exact chances is exact', () => {
  const third = fraction(1n, 3n);
  expect(toNumber(meanOf([third, third, third]))).toBe(1 / 3);
});
