import fc from 'fast-check';
import type { Certificate, Group } from '$lib/serbench/certificate';

export interface Puzzle {
  certificate: Certificate;
  pool: string[];
  /** Distinct units of the pool. */
  ranking: string[];
}

const WEIGHTS = [0.1, 0.5, 1, 2, 2.7, 3, 1 / 3];
const ROLES = ['bug_location', 'interaction_constraint', 'verification_constraint'];

/** A pool of 1..size units, a certificate over it that validates, and a ranking without repeats. */
export const puzzles = (size: number, mostGroups = 5): fc.Arbitrary<Puzzle> =>
  fc
    .integer({ min: 1, max: size })
    .chain((n) => {
      const pool = Array.from({ length: n }, (_, i) => `u${i}`);
      const unit = fc.constantFrom(...pool);
      const ids = fc.uniqueArray(unit, { minLength: 1, maxLength: Math.min(n, 5) });
      const group = fc.tuple(ids, fc.nat(4), fc.constantFrom(...WEIGHTS), fc.constantFrom(...ROLES));
      return fc.record({
        pool: fc.constant(pool),
        observed: fc.subarray(pool),
        groups: fc.array(group, { minLength: 1, maxLength: mostGroups }),
        branches: fc.array(ids, { maxLength: 3 }),
        ranking: fc.shuffledSubarray(pool),
      });
    })
    .map(({ pool, observed, groups, branches, ranking }) => ({
      pool,
      ranking,
      certificate: {
        state_id: 's',
        required_evidence_groups: groups.map(
          ([acceptable_evidence_ids, need, necessity_weight, role], i): Group => ({
            group_id: `G${i}`,
            role,
            acceptable_evidence_ids,
            minimum_required: 1 + (need % acceptable_evidence_ids.length),
            necessity_weight,
          }),
        ),
        alternative_minimal_sets: branches,
        // Scoring reads the list as it is; validation keeps it apart from what is required.
        observed_evidence_ids: observed,
      },
    }));

/** Complete@k by the definition alone: looks at sets, knows no ranks, shares no code with the scorer. */
export function isComplete(certificate: Certificate, chosen: readonly string[]): boolean {
  const has = (id: string) => chosen.includes(id);
  const met = (group: Group) =>
    new Set(group.acceptable_evidence_ids.filter(has)).size >= group.minimum_required;
  return (
    certificate.required_evidence_groups.every(met) ||
    certificate.alternative_minimal_sets.some((set) => set.length > 0 && set.every(has))
  );
}

/** The same certificate, pool and ranking under other unit names. */
export function renamed({ certificate, pool, ranking }: Puzzle, name: (id: string) => string): Puzzle {
  return {
    pool: pool.map(name),
    ranking: ranking.map(name),
    certificate: {
      ...certificate,
      required_evidence_groups: certificate.required_evidence_groups.map((group) => ({
        ...group,
        acceptable_evidence_ids: group.acceptable_evidence_ids.map(name),
      })),
      alternative_minimal_sets: certificate.alternative_minimal_sets.map((set) => set.map(name)),
      observed_evidence_ids: certificate.observed_evidence_ids.map(name),
    },
  };
}

export function* subsets<T>(items: readonly T[]): Generator<T[]> {
  for (let bits = 0; bits < 2 ** items.length; bits += 1) yield items.filter((_, i) => (bits >> i) & 1);
}

export function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [i, first] of items.entries()) {
    for (const rest of permutations([...items.slice(0, i), ...items.slice(i + 1)])) yield [first, ...rest];
  }
}
