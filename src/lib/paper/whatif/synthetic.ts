import type { Certificate } from '$lib/serbench/certificate';
import { toNumber } from '$lib/serbench/exact/fraction';
import { randomExpectation } from '$lib/retrieval/baselines/random';

/** A made-up need: groups that share no unit, each met by any one of its alternatives. */
export interface Need {
  groups: number;
  alternatives: number;
  pool: number;
}

const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `u${String(at).padStart(4, '0')}`);

/** The certificate of such a need; its units are the first of the pool. */
export function syntheticCertificate({ groups, alternatives }: Omit<Need, 'pool'>): Certificate {
  const units = ids(groups * alternatives);
  return {
    state_id: 'made-up',
    required_evidence_groups: Array.from({ length: groups }, (_, group) => ({
      group_id: `G${String(group + 1)}`,
      role: 'fact',
      acceptable_evidence_ids: units.slice(group * alternatives, (group + 1) * alternatives),
      minimum_required: 1,
      necessity_weight: 1,
    })),
    alternative_minimal_sets: [],
    observed_evidence_ids: [],
  };
}

/**
 * The exact chance that k units drawn uniformly without replacement meet the need, by the app's own counting. A pool
 * smaller than the needed units is as large as they are.
 */
export function uniformComplete(need: Need, k: number): number {
  const pool = ids(Math.max(need.pool, need.groups * need.alternatives));
  return toNumber(randomExpectation(syntheticCertificate(need), pool, k).mss_complete);
}

/** Whether the best k units meet the need: one unit a group, for groups that share none. */
export const oracleComplete = ({ groups }: Pick<Need, 'groups'>, k: number): number => (k >= groups ? 1 : 0);
