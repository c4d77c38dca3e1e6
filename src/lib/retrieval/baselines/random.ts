import type { Certificate } from '$lib/serbench/certificate';
import {
  add,
  divide,
  fraction,
  fromDouble,
  meanOf,
  multiply,
  type Fraction,
} from '$lib/serbench/exact/fraction';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import { binomial } from './binomial';
import { countComplete, requirementOf } from './count-complete';

export const RANDOM_METHOD = 'uniform_random';

/** Exact expectations of a uniform choice of k distinct units from a pool (all of it when the pool is smaller). */
export interface RandomExpectation {
  mss_complete: Fraction;
  group_recall: Fraction;
  necessity_weighted_recall: Fraction;
  any_hit: Fraction;
}

/**
 * By counting, not sampling: units shared by groups, thresholds and alternative sets included. Throws `TooComplex`
 * for a certificate that no real one resembles, and a RangeError for a weight that is not finite.
 */
export function randomExpectation(
  certificate: Certificate,
  pool: readonly string[],
  k: number,
): RandomExpectation {
  const one = fraction(1n);
  const groups = certificate.required_evidence_groups.length;
  if (groups === 0)
    return { mss_complete: one, group_recall: one, necessity_weighted_recall: one, any_hit: one };
  const ids = new Set(pool);
  const n = ids.size;
  const chosen = Math.min(k, n);
  const compiled = compileCertificate(certificate);
  const requirement = requirementOf(compiled, (id) => ids.has(id));
  const total = binomial(n, chosen);
  const others = n - requirement.units;
  const complete = countComplete(requirement, chosen).reduce(
    (sum, ways, j) => sum + ways * binomial(others, chosen - j),
    0n,
  );
  /** The chance that at least `need` of `size` given units are chosen. */
  const atLeast = (size: number, need: number): Fraction => {
    let ways = 0n;
    for (let j = need; j <= size; j += 1) ways += binomial(size, j) * binomial(n - size, chosen - j);
    return fraction(ways, total);
  };
  const chances = requirement.groups.map(({ units, need }) => atLeast(units.size, need));
  const weights = compiled.groups.map((group) => fromDouble(group.weight));
  const weightSum = weights.reduce(add, fraction(0n));
  const weighted = chances
    .map((chance, g) => multiply(chance, weights[g] ?? fraction(0n)))
    .reduce(add, fraction(0n));
  const acceptable = new Set(requirement.groups.flatMap((group) => [...group.units])).size;
  return {
    mss_complete: fraction(complete, total),
    group_recall: meanOf(chances),
    necessity_weighted_recall: weightSum.numerator === 0n ? fraction(0n) : divide(weighted, weightSum),
    any_hit: atLeast(acceptable, 1),
  };
}
