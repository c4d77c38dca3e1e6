import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smallestCompleteSet } from '$lib/retrieval/baselines/oracle';
import { randomExpectation } from '$lib/retrieval/baselines/random';
import { judgeBranches } from '$lib/serbench/lab/branches';
import { leaveOneOut, marginalValues } from '$lib/serbench/lab/contributions';
import { whatIsMissing } from '$lib/serbench/lab/missing';
import { problemOf } from '$lib/serbench/lab/problem';
import { minimalWitnesses } from '$lib/serbench/lab/witnesses';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { readRanking } from '$lib/serbench/metrics/outcome';
import { MEASURES } from '$lib/serbench/metrics/registry';
import { answers, certificates, isComplete, POOL, SUBSETS } from './certificates';

const RUNS = { numRuns: 3000 };
const key = (ids: readonly string[]) => [...ids].sort().join('');

describe('the lab against brute force over all 256 answers', () => {
  test('inclusion-minimal witnesses are all and only those', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(certificates, (certificate) => {
        const compiled = compileCertificate(certificate);
        const names = [...compiled.index.keys()];
        const found = minimalWitnesses(problemOf(compiled), 500);
        const brute = SUBSETS.filter(
          (set) =>
            isComplete(certificate, set) &&
            set.every(
              (id) =>
                !isComplete(
                  certificate,
                  set.filter((other) => other !== id),
                ),
            ),
        );
        expect(found.all).toBe(true);
        expect(found.sets.map((set) => key(set.map((unit) => names[unit] ?? '?'))).sort()).toEqual(
          brute.map(key).sort(),
        );
        expect(found.sets.map((set) => set.length)).toEqual(found.sets.map((set) => set.length).sort());
      }),
      RUNS,
    );
  });

  test('a cap keeps that many sound witnesses and says so', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(certificates, fc.integer({ min: 1, max: 3 }), (certificate, cap) => {
        const problem = problemOf(compileCertificate(certificate));
        const whole = minimalWitnesses(problem, 500);
        const cut = minimalWitnesses(problem, cap);
        expect(cut.sets.length).toBe(Math.min(cap, whole.sets.length));
        expect(cut.all).toBe(whole.sets.length <= cap);
        const known = new Set(whole.sets.map(String));
        expect(cut.sets.every((set) => known.has(String(set)))).toBe(true);
      }),
      RUNS,
    );
  });

  test('the smallest complete set has the size of the smallest witness', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(certificates, (certificate) => {
        const smallest = smallestCompleteSet(certificate, POOL);
        const sizes = SUBSETS.filter((set) => isComplete(certificate, set)).map((set) => set.length);
        expect(smallest?.length).toBe(Math.min(...sizes));
        expect(isComplete(certificate, smallest ?? [])).toBe(true);
      }),
      RUNS,
    );
  });

  test('the chance of k random units is the share of k-subsets that are complete', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(certificates, fc.integer({ min: 1, max: 8 }), (certificate, k) => {
        const sets = SUBSETS.filter((set) => set.length === k);
        const good = sets.filter((set) => isComplete(certificate, set)).length;
        const { numerator, denominator } = randomExpectation(certificate, POOL, k).mss_complete;
        expect(numerator * BigInt(sets.length)).toBe(denominator * BigInt(good));
      }),
      RUNS,
    );
  });

  test('what is missing: single units and the fewest further units', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(certificates, answers, (certificate, have) => {
        const missing = whatIsMissing(certificate, have, POOL);
        expect(missing.complete).toBe(isComplete(certificate, have));
        const rest = POOL.filter((id) => !have.includes(id));
        const single = missing.complete ? [] : rest.filter((id) => isComplete(certificate, [...have, id]));
        expect(missing.single).toEqual(single);
        const more = SUBSETS.filter((set) => isComplete(certificate, [...have, ...set]));
        expect(missing.fewest?.length).toBe(
          Math.min(...more.map((set) => set.filter((id) => !have.includes(id)).length)),
        );
        expect(isComplete(certificate, [...have, ...(missing.fewest ?? [])])).toBe(true);
      }),
      RUNS,
    );
  });

  test('a branch can decide exactly when some answer within the budget needs it', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(certificates, fc.integer({ min: 1, max: 8 }), (certificate, items) => {
        const compiled = compileCertificate(certificate);
        const says = judgeBranches(compiled.branches, problemOf(compiled), items);
        certificate.alternative_minimal_sets.forEach((branch, b) => {
          // Of equal branches the first one counts.
          const others = certificate.alternative_minimal_sets.filter(
            (other, o) => o < b || (o > b && key(other) !== key(branch)),
          );
          const without = { ...certificate, alternative_minimal_sets: others };
          const decides = SUBSETS.some(
            (set) => set.length <= items && isComplete(certificate, set) && !isComplete(without, set),
          );
          const same =
            certificate.alternative_minimal_sets.findIndex((other) => key(other) === key(branch)) !== b;
          expect(says[b]?.kind === 'can-decide').toBe(same ? false : decides);
        });
      }),
      RUNS,
    );
  });

  test('marginal value and leave-one-out are differences of the scorer', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(certificates, answers, fc.integer({ min: 1, max: 8 }), (certificate, answer, k) => {
        const compiled = compileCertificate(certificate);
        const score = (ranking: string[]) =>
          MEASURES.map((m) => m.value(readRanking(compileCertificate(certificate), ranking), k));
        for (const { unit, change } of leaveOneOut(compiled, answer, MEASURES, k)) {
          // Unit h is in no certificate: it keeps the place of the one that is left out.
          const without = answer
            .filter((id) => id !== 'h' || unit === 'h')
            .map((id) => (id === unit ? 'gap' : id));
          if (answer.includes('h') && unit !== 'h') continue;
          const expected = score(answer).map((value, i) => value - (score(without)[i] ?? 0));
          expect(change).toEqual(expected);
        }
        const kept = answer.slice(0, k - 1);
        const gains = marginalValues(compiled, answer, POOL, MEASURES, k);
        expect(gains.map(({ unit }) => unit)).toEqual(POOL.filter((id) => !kept.includes(id)));
        for (const { unit, change } of gains) {
          const base = score(kept);
          expect(change).toEqual(score([...kept, unit]).map((value, i) => value - (base[i] ?? 0)));
          expect(change[0]).toBe(
            Number(isComplete(certificate, [...kept, unit])) - Number(isComplete(certificate, kept)),
          );
        }
      }),
      { numRuns: 1000 },
    );
  });
});
