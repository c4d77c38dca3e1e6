import fc from 'fast-check';
import type { Certificate } from '$lib/serbench/certificate';

export const POOL = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const some = (least: number, most: number) =>
  fc.uniqueArray(fc.constantFrom(...POOL.slice(0, 7)), { minLength: least, maxLength: most });

const group = some(1, 4).chain((ids) =>
  fc.record({
    acceptable_evidence_ids: fc.constant(ids),
    minimum_required: fc.integer({ min: 1, max: ids.length }),
    necessity_weight: fc.constantFrom(1, 2, 3, 0.5),
    role: fc.constantFrom('bug_location', 'behavior_constraint', 'interaction_constraint'),
  }),
);

/** Valid certificates over at most seven of the eight units; unit h is never named. */
export const certificates: fc.Arbitrary<Certificate> = fc
  .record({
    groups: fc.array(group, { minLength: 1, maxLength: 4 }),
    branches: fc.array(some(1, 4), { maxLength: 3 }),
  })
  .map(({ groups, branches }) => ({
    state_id: 's',
    required_evidence_groups: groups.map((one, i) => ({ ...one, group_id: `G${i + 1}` })),
    alternative_minimal_sets: branches,
    observed_evidence_ids: [],
  }));

/** Answers without repeats over the whole pool. */
export const answers: fc.Arbitrary<string[]> = fc
  .shuffledSubarray(POOL, { minLength: 0, maxLength: POOL.length })
  .map((ids) => [...ids]);

/** Every subset of the pool. */
export const SUBSETS: string[][] = Array.from({ length: 2 ** POOL.length }, (_, bits) =>
  POOL.filter((_, i) => (bits >> i) & 1),
);

/** Completeness, written down once more from the definition. */
export function isComplete(certificate: Certificate, set: readonly string[]): boolean {
  const has = (id: string) => set.includes(id);
  return (
    certificate.required_evidence_groups.every(
      (one) => one.acceptable_evidence_ids.filter(has).length >= one.minimum_required,
    ) || certificate.alternative_minimal_sets.some((branch) => branch.every(has))
  );
}
