import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explainMeasure } from '$lib/serbench/lab/explain';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { observedShare } from '$lib/serbench/metrics/observed-share';
import { readRanking } from '$lib/serbench/metrics/outcome';

const outcomeOf = (ranking: readonly string[], observed: string[]) =>
  readRanking(
    compileCertificate({
      state_id: 's',
      required_evidence_groups: [],
      alternative_minimal_sets: [],
      observed_evidence_ids: observed,
    }),
    ranking,
  );

it('is the share of the returned positions within k that hold an observed unit', () => {
  const outcome = outcomeOf(['a', 'x', 'b', 'y'], ['a', 'b', 'z']);
  expect([1, 2, 3, 4, 10].map((k) => observedShare.value(outcome, k))).toEqual([1, 0.5, 2 / 3, 0.5, 0.5]);
  expect(observedShare.value(outcomeOf([], ['a']), 5)).toBe(0);
});

it('counts as plain counting does, whatever is ranked and seen; a repeated unit once', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), { maxLength: 12 });
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 1, max: 15 }), (ranking, observed, k) => {
      const first = ranking.slice(0, k);
      const seen = first.filter((id, i) => observed.includes(id) && first.indexOf(id) === i).length;
      const value = observedShare.value(outcomeOf(ranking, observed), k);
      expect(value).toBe(first.length === 0 ? 0 : seen / first.length);
    }),
  );
});

it('is said in words beside the other measures', () => {
  const outcome = readRanking(
    compileCertificate({
      state_id: 's',
      required_evidence_groups: [
        {
          group_id: 'g',
          role: 'r',
          acceptable_evidence_ids: ['x'],
          minimum_required: 1,
          necessity_weight: 1,
        },
      ],
      alternative_minimal_sets: [],
      observed_evidence_ids: ['a'],
    }),
    ['a', 'x', 'y'],
  );
  expect(explainMeasure(outcome, observedShare, 2)).toBe('1 of the first 2 units had been observed.');
});
