import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import { MEASURES, measureNamed } from '$lib/serbench/metrics/registry';
import { isComplete, permutations, puzzles, renamed, type Puzzle } from '../../helpers/certificates';

const CUTOFFS = [1, 2, 3, 5, 8, 13];
const MONOTONE = new Set([
  'mss_complete',
  'group_recall',
  'necessity_weighted_recall',
  'role_coverage',
  'any_hit',
]);

const scores = ({ certificate, ranking }: Puzzle) => {
  const outcome = readRanking(compileCertificate(certificate), ranking);
  return MEASURES.map((measure) => ({
    name: measure.name,
    values: CUTOFFS.map((k) => measure.value(outcome, k)),
  }));
};

// Four seeds of 2,500: 10,000 certificates and rankings, the same ones on every machine.
describe.each([20260904, 1, 77, 4242])('random certificates, seed %i', (seed) => {
  const options = { seed, numRuns: 2500 };

  test('all measures lie in [0, 1], grow with k where they must, and Complete@k is its definition', () => {
    fc.assert(
      fc.property(puzzles(14), (puzzle) => {
        // One assertion a certificate: half a million single ones are slow.
        const wrong: unknown[] = [];
        for (const { name, values } of scores(puzzle)) {
          values.forEach((value, i) => {
            if (!(value >= 0 && value <= 1)) wrong.push([name, 'range', value]);
            if (MONOTONE.has(name) && value < (values[i - 1] ?? 0)) wrong.push([name, 'falls', values]);
            if (name !== 'mss_complete') return;
            const complete = isComplete(puzzle.certificate, puzzle.ranking.slice(0, CUTOFFS[i]));
            if (value !== (complete ? 1 : 0)) wrong.push([name, CUTOFFS[i], value]);
          });
        }
        expect(wrong).toEqual([]);
      }),
      options,
    );
  });

  test('renaming the units and shuffling sets changes nothing', () => {
    fc.assert(
      fc.property(puzzles(14), fc.boolean(), (puzzle, reverse) => {
        const other = renamed(puzzle, (id) => (reverse ? `z${100 - Number(id.slice(1))}` : `\u{1f600}${id}`));
        if (reverse) {
          other.certificate.alternative_minimal_sets.reverse();
          for (const group of other.certificate.required_evidence_groups)
            group.acceptable_evidence_ids.reverse();
        }
        expect(scores(other)).toEqual(scores(puzzle));
      }),
      options,
    );
  });
});

test('the ideal DCG is the best over all orders', () => {
  const ndcg = measureNamed('group_ndcg')!;
  fc.assert(
    fc.property(puzzles(6, 4), fc.integer({ min: 1, max: 6 }), ({ certificate }, k) => {
      const compiled = compileCertificate(certificate);
      const acceptable = [...compiled.index.keys()].slice(0, compiled.acceptable);
      // Its own DCG, from the definition; log2 of such small numbers is the same everywhere.
      const dcg = (order: string[]) => {
        const complete = new Set<number>();
        let sum = 0;
        order.slice(0, k).forEach((_, i) => {
          let gain = 0;
          certificate.required_evidence_groups.forEach((group, g) => {
            const found = group.acceptable_evidence_ids.filter((id) => order.slice(0, i + 1).includes(id));
            if (complete.has(g) || found.length < group.minimum_required) return;
            complete.add(g);
            gain += group.necessity_weight / Math.log2(i + 2);
          });
          sum += gain;
        });
        return sum;
      };
      let best = 0;
      let bestOrder: string[] = [];
      for (const order of permutations(acceptable)) {
        const value = dcg(order);
        if (value > best) [best, bestOrder] = [value, order];
      }
      expect(compiled.ideal.at(k)).toBe(best);
      if (best > 0) expect(ndcg.value(readRanking(compiled, bestOrder), k)).toBeGreaterThan(0.999999999);
    }),
    { seed: 5, numRuns: 400 },
  );
});
