import type { Certificate, Group } from '$lib/serbench/certificate';
import type { StateSummary } from '../ingest/prepared';

/** What a split is made of; ids are those of the published facts without their split. */
export type Counts = Map<string, number>;

const distinct = (values: readonly string[]) => new Set(values).size;

/** Counts per boundary, of groups, pools and overlap. `certificates` may be empty: then nothing of them is counted. */
export function countSplit(states: readonly StateSummary[], certificates: readonly Certificate[]): Counts {
  const counts: Counts = new Map();
  const add = (id: string, by = 1) => counts.set(id, (counts.get(id) ?? 0) + by);
  counts.set('states', states.length);
  counts.set('issues', distinct(states.map((state) => state.instance_id)));
  counts.set('repositories', distinct(states.map((state) => state.repo)));
  for (const state of states) {
    add(`boundary.${state.state_type}`);
    add(state.observedIds > 0 ? 'overlap.states_with' : 'overlap.states_without');
    add('overlap.flagged_candidates', state.observedFlags);
    add(`${state.observedIds > 0 ? 'overlap' : 'overlap.without'}.${state.state_type}`);
    if (state.observedIds !== state.observedFlags) add('overlap.differing_states');
  }
  counts.set('overlap.differing_states', counts.get('overlap.differing_states') ?? 0);
  const overlapping = states.filter((state) => state.observedIds > 0);
  const others = states.filter((state) => state.observedIds === 0);
  counts.set('overlap.repositories_with', distinct(overlapping.map((state) => state.repo)));
  counts.set('overlap.repositories_without', distinct(others.map((state) => state.repo)));
  const pools = states.map((state) => state.pool);
  if (pools.length > 0) {
    const total = pools.reduce((a, b) => a + b, 0);
    counts.set('pool.units', total);
    counts.set('pool.min_units', Math.min(...pools));
    counts.set('pool.max_units', Math.max(...pools));
    counts.set('pool.mean_units', total / pools.length);
  }
  if (certificates.length > 0) countCertificates(certificates, counts, add);
  return counts;
}

/**
 * Whether a branch can be returned whole while some group stays incomplete: only then does it change any score. A
 * branch that completes every group by itself is one of their witnesses, and decides nothing.
 */
function canDecide(branch: readonly string[], groups: readonly Group[]): boolean {
  const held = new Set(branch);
  return groups.some(
    ({ acceptable_evidence_ids: ids, minimum_required: needed }) =>
      new Set(ids.filter((id) => held.has(id))).size < needed,
  );
}

/** Whether a branch still completes every group without one of its units: it is no minimal witness then. */
const hasSpareUnit = (branch: readonly string[], groups: readonly Group[]): boolean =>
  branch.some((_, i) => !canDecide(branch.toSpliced(i, 1), groups));

function countCertificates(
  certificates: readonly Certificate[],
  counts: Counts,
  add: (id: string, by?: number) => void,
): void {
  let groups = 0;
  let deciding = 0;
  let spare = 0;
  for (const { required_evidence_groups: required, alternative_minimal_sets: sets } of certificates) {
    groups += required.length;
    add(required.length > 6 ? 'groups.more' : `groups.${required.length}`);
    if (required.length >= 2) add('groups.at_least_2');
    if (required.length >= 3) add('groups.at_least_3');
    if (sets.length > 0) add('branches.any_states');
    if (sets.length > 1) add('branches.multiple_states');
    add('branches.total', sets.length);
    deciding += sets.filter((set) => canDecide(set, required)).length;
    spare += sets.filter((set) => hasSpareUnit(set, required)).length;
  }
  counts.set('branches.can_decide', deciding);
  counts.set('branches.not_minimal', spare);
  counts.set('certificates', certificates.length);
  counts.set('groups.mean', groups / certificates.length);
}
