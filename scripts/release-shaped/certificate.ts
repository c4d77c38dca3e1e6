import type { Random } from './random';
import { sentence } from './words';

const ROLES = ['bug_location', 'behavior_constraint', 'api_contract', 'caller_context', 'test_expectation'];

/** Shares of 1, 2 and 3 or more groups in Test500 (table 16 of the paper). */
const GROUPS = { one: 216, two: 135, more: 149 };

const product = (sets: string[][]): string[][] =>
  sets.reduce<string[][]>((all, set) => all.flatMap((head) => set.map((id) => [...head, id])), [[]]);

/** A certificate over `free` (unobserved pool ids), which must hold at least eight. */
export function makeCertificate(
  random: Random,
  words: readonly string[],
  of: { stateId: string; itemId: string; observed: string[]; free: string[] },
): Record<string, unknown> {
  const kind = random.weighted(GROUPS);
  const count = kind === 'one' ? 1 : kind === 'two' ? 2 : random.int(3, 5);
  const left = random.sample(of.free, Math.min(of.free.length, count * 4));
  const groups = Array.from({ length: count }, (_, i) => {
    const acceptable = left.splice(0, random.chance(0.6) ? 1 : random.int(1, 3));
    return {
      acceptable_evidence_ids: acceptable,
      group_id: `G${i + 1}`,
      minimum_required: acceptable.length > 1 && random.chance(0.1) ? 2 : 1,
      necessity_weight: random.pick([1, 2, 3]),
      rationale: sentence(random, words),
      role: random.pick(ROLES),
    };
  });
  const single = groups.every((group) => group.minimum_required === 1);
  const branches = single ? product(groups.map((group) => group.acceptable_evidence_ids)) : [];
  return {
    alternative_minimal_sets:
      random.chance(0.9) && branches.length <= 12 ? branches.map((set) => [...set].sort()) : [],
    human_audit_status: 'not_sampled',
    item_id: of.itemId,
    label_confidence: 1.0,
    label_scope: 'calibration_public',
    label_sources: ['generator'],
    metadata: { certificate_tier: 'generated' },
    observed_evidence_ids: of.observed,
    optional_evidence_ids: [],
    required_evidence_groups: groups,
    retrieval_needed: true,
    schema_version: 'serbench-mss-v1',
    state_id: of.stateId,
  };
}
