import type { Certificate } from '$lib/serbench/certificate';
import { compareCodePoints } from '$lib/serbench/code-point';
import { MAXIMUM_STATES, TooComplex } from './too-complex';

/** Not called an oracle: that is the diagnostic of F.4, which fills its slots (`complement/oracle`). */
export const SMALLEST_SET_METHOD = 'smallest-complete-set';

/**
 * The smallest complete set of a pool: all groups, or one whole alternative set. Of equally small ones the first by
 * its sorted ids (code points). Sorted; null when the pool cannot complete the certificate. Reads a certificate: a
 * diagnostic, no method. Throws `TooComplex`.
 */
export function smallestCompleteSet(certificate: Certificate, pool: readonly string[]): string[] | null {
  const ids = new Set(pool);
  const branches = certificate.alternative_minimal_sets
    .map((branch) => [...new Set(branch)].sort(compareCodePoints))
    .filter((branch) => branch.length > 0 && branch.every((id) => ids.has(id)));
  const cover = smallestCover(certificate, ids);
  return [...branches, ...(cover ? [cover] : [])].sort(compareSets)[0] ?? null;
}

/** Fewer units first, then by sorted ids. */
function compareSets(a: readonly string[], b: readonly string[]): number {
  if (a.length !== b.length) return a.length - b.length;
  for (const [i, id] of a.entries()) {
    const order = compareCodePoints(id, b[i] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

// Unit by unit in sorted order, keeping for each "what is still needed" the best set: choices with the same needs have
// the same future.
function smallestCover(certificate: Certificate, pool: ReadonlySet<string>): string[] | null {
  const groups = certificate.required_evidence_groups.map((group) => ({
    need: group.minimum_required,
    units: new Set(group.acceptable_evidence_ids.filter((id) => pool.has(id))),
  }));
  const units = [...new Set(groups.flatMap((group) => [...group.units]))].sort(compareCodePoints);
  let best = new Map<string, { needs: number[]; chosen: string[] }>();
  const needs = groups.map((group) => group.need);
  best.set(needs.join(), { needs, chosen: [] });
  let complete: string[] | null = groups.length === 0 ? [] : null;
  units.forEach((unit, i) => {
    const left = groups.map((group) => units.slice(i + 1).filter((id) => group.units.has(id)).length);
    const next = new Map<string, { needs: number[]; chosen: string[] }>();
    const keep = (node: { needs: number[]; chosen: string[] }) => {
      if (complete && node.chosen.length > complete.length) return;
      if (node.needs.every((need) => need === 0)) {
        if (!complete || compareSets(node.chosen, complete) < 0) complete = node.chosen;
        return;
      }
      if (node.needs.some((need, g) => need > (left[g] ?? 0))) return;
      const key = node.needs.join();
      const known = next.get(key);
      if (!known || compareSets(node.chosen, known.chosen) < 0) next.set(key, node);
    };
    for (const node of best.values()) {
      keep(node);
      const after = node.needs.map((need, g) => (groups[g]?.units.has(unit) ? Math.max(0, need - 1) : need));
      keep({ needs: after, chosen: [...node.chosen, unit] });
    }
    if (next.size > MAXIMUM_STATES) throw new TooComplex(certificate.state_id);
    best = next;
  });
  return complete;
}

/**
 * The oracle's ranking: the smallest complete set, each next unit the one that completes the most weight, then that
 * serves the most incomplete groups, then by id; cut at k. Empty when the pool cannot complete the certificate.
 */
export function rankOracle(certificate: Certificate, pool: readonly string[], k: number): string[] {
  const left = smallestCompleteSet(certificate, pool) ?? [];
  const needs = certificate.required_evidence_groups.map((group) => group.minimum_required);
  const gain = (id: string): [weight: number, groups: number] => {
    let weight = 0;
    let serves = 0;
    certificate.required_evidence_groups.forEach((group, g) => {
      if ((needs[g] ?? 0) <= 0 || !group.acceptable_evidence_ids.includes(id)) return;
      serves += 1;
      if (needs[g] === 1) weight += group.necessity_weight;
    });
    return [weight, serves];
  };
  const ranking: string[] = [];
  while (left.length > 0 && ranking.length < k) {
    const [next] = left
      .map((id) => ({ id, gain: gain(id) }))
      .sort((a, b) => b.gain[0] - a.gain[0] || b.gain[1] - a.gain[1] || compareCodePoints(a.id, b.id));
    if (!next) break;
    ranking.push(next.id);
    left.splice(left.indexOf(next.id), 1);
    certificate.required_evidence_groups.forEach((group, g) => {
      if (group.acceptable_evidence_ids.includes(next.id)) needs[g] = (needs[g] ?? 0) - 1;
    });
  }
  return ranking;
}
