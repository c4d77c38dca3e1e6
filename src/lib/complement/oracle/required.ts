import type { Certificate, Group } from '$lib/serbench/certificate';
import { compareCodePoints } from '$lib/serbench/code-point';

/** Diagnostics of the oracle folder read the certificate. Nothing outside may import them but pages that say so. */

/**
 * The fewest units that complete all groups: exact search, shared units once. Ties: the set whose ranks in
 * `order` come first, compared from the best rank on. Null when a group cannot be met from `order`.
 */
export function fewestUnits(groups: readonly Group[], order: readonly string[]): string[] | null {
  const rank = new Map(order.map((id, index) => [id, index]));
  const wanted = new Set(
    groups.flatMap((group) => group.acceptable_evidence_ids).filter((id) => rank.has(id)),
  );
  const usable = [...wanted].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  const open = (chosen: readonly string[]) =>
    groups.filter(
      (group) =>
        group.acceptable_evidence_ids.filter((id) => chosen.includes(id)).length < group.minimum_required,
    );
  if (open(usable).length > 0) return null;
  for (let size = 0; size <= usable.length; size += 1) {
    const found = complete([], size);
    if (found) return found;
  }
  return null;

  /** Depth-first: some unit of the first open group must come in, so branch over that group only. */
  function complete(chosen: readonly string[], left: number): string[] | null {
    const first = open(chosen)[0];
    if (!first) return [...chosen].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    if (left === 0) return null;
    for (const id of usable)
      if (first.acceptable_evidence_ids.includes(id) && !chosen.includes(id)) {
        const found = complete([...chosen, id], left - 1);
        if (found) return found;
      }
    return null;
  }
}

/** The group with the greatest necessity weight, ties by group id. */
export function heaviestGroup(certificate: Certificate): Group | null {
  const sorted = [...certificate.required_evidence_groups].sort(
    (a, b) => b.necessity_weight - a.necessity_weight || compareCodePoints(a.group_id, b.group_id),
  );
  return sorted[0] ?? null;
}
