import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barredUnits, oracle, oracleMinusOneGroup, type OracleInput } from '$lib/complement/oracle/oracle';
import { fewestUnits, heaviestGroup } from '$lib/complement/oracle/required';
import { isComplete, puzzles, subsets } from '../../helpers/certificates';

const cases = fc
  .tuple(puzzles(9), fc.integer({ min: 0, max: 12 }))
  .chain(([puzzle, slots]) =>
    fc.record({
      puzzle: fc.constant(puzzle),
      slots: fc.constant(slots),
      order: fc.shuffledSubarray(puzzle.pool, { minLength: puzzle.pool.length }),
    }),
  )
  .map(({ puzzle, slots, order }): OracleInput => ({
    certificate: puzzle.certificate,
    ranking: order,
    slots,
    tokensOf: () => 1,
    ceiling: 1000,
  }));

describe('over random certificates', () => {
  test('the oracle completes every group that can be, in the slots of the method or its smallest cover', () => {
    fc.assert(
      fc.property(cases, (input) => {
        const { ids, slots } = oracle(input);
        const smallest = [...subsets(input.ranking)]
          .filter((chosen) => isComplete({ ...input.certificate, alternative_minimal_sets: [] }, chosen))
          .sort((a, b) => a.length - b.length)[0];
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBe(Math.min(slots, input.ranking.length));
        expect(isComplete(input.certificate, ids)).toBe(isComplete(input.certificate, input.ranking));
        if (smallest) expect(slots).toBe(Math.max(input.slots, smallest.length));
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  test('minus one never completes, whatever branches bypass the group, in the oracle’s slots', () => {
    fc.assert(
      fc.property(cases, (input) => {
        const { ids, slots } = oracleMinusOneGroup(input);
        expect(isComplete(input.certificate, ids)).toBe(false);
        expect(slots).toBe(oracle(input).slots);
        const barred = barredUnits(input);
        expect(ids.filter((id) => barred.has(id))).toEqual([]);
        for (const id of heaviestGroup(input.certificate)?.acceptable_evidence_ids ?? [])
          expect(barred.has(id)).toBe(true);
        expect(new Set(ids).size).toBe(ids.length);
        const open = input.ranking.filter((id) => !barred.has(id));
        expect(ids.length).toBe(Math.min(slots, open.length));
        // Not even all that is left would complete it.
        expect(isComplete(input.certificate, open)).toBe(false);
        // The groups that can still be met are met, as far as the slots reach.
        const others = input.certificate.required_evidence_groups.filter(
          (group) =>
            group !== heaviestGroup(input.certificate) &&
            open.filter((id) => group.acceptable_evidence_ids.includes(id)).length >= group.minimum_required,
        );
        const needed = fewestUnits(others, open) ?? [];
        if (needed.length <= slots) expect(ids.slice(0, needed.length)).toEqual(needed);
      }),
      { seed: 12, numRuns: 1500 },
    );
  });
});
