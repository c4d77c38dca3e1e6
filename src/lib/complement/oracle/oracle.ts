import type { Certificate } from '$lib/serbench/certificate';
import { renderUnits, type Rendered } from '../render';
import { fewestUnits, heaviestGroup } from './required';

export interface OracleInput {
  certificate: Certificate;
  /** The pool in the order that fills the slots, each unit once. */
  ranking: readonly string[];
  /** Slots: as many as the compared method returned for this state; the smallest cover when that is larger. */
  slots: number;
  /** Source tokens of a unit. */
  tokensOf: (id: string) => number;
  /** Source tokens at most; a unit that would pass them is skipped. */
  ceiling: number;
}

export interface OracleSet extends Rendered {
  /** The slots that there were: `slots`, or more where the cover needs more. */
  slots: number;
}

/**
 * Diagnostic, reads the certificate: one admissible unit per group (as many as its minimum asks), shared units
 * once, the other slots filled from the ranking (F.4). When the groups cannot all be met, the smallest whole branch.
 */
export function oracle(input: OracleInput): OracleSet {
  const required = requiredUnits(input);
  return fill(required, new Set(), input, Math.max(input.slots, required.length));
}

/**
 * Diagnostic, reads the certificate: the oracle without the group of greatest weight (ties by group id), in as many
 * slots. All its alternatives are barred, and of each bypass branch that none of them is in, the unit that the ranking
 * has last: so Complete is 0 by construction. The other groups keep their support as far as that allows, and the
 * slots are refilled from the ranking. A certificate without a group is complete whatever is returned.
 */
export function oracleMinusOneGroup(input: OracleInput): OracleSet {
  const barred = barredUnits(input);
  const open = input.ranking.filter((id) => !barred.has(id));
  const removed = heaviestGroup(input.certificate);
  const others = input.certificate.required_evidence_groups.filter(
    (group) =>
      group !== removed &&
      group.minimum_required <= open.filter((id) => group.acceptable_evidence_ids.includes(id)).length,
  );
  const slots = Math.max(input.slots, requiredUnits(input).length);
  return fill(fewestUnits(others, open) ?? [], barred, input, slots);
}

/** What minus-one may not return: the heaviest group's units, and the last-ranked unit of each branch left whole. */
export function barredUnits({ certificate, ranking }: OracleInput): Set<string> {
  const barred = new Set(heaviestGroup(certificate)?.acceptable_evidence_ids ?? []);
  const rank = new Map(ranking.map((id, index) => [id, index]));
  for (const branch of certificate.alternative_minimal_sets) {
    if (branch.some((id) => barred.has(id) || !rank.has(id))) continue;
    const [last] = [...branch].sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0));
    if (last !== undefined) barred.add(last);
  }
  return barred;
}

function requiredUnits({ certificate, ranking }: OracleInput): string[] {
  const groups = fewestUnits(certificate.required_evidence_groups, ranking);
  if (groups) return groups;
  const pool = new Set(ranking);
  const [smallest] = certificate.alternative_minimal_sets
    .map((branch) => [...new Set(branch)])
    .filter((branch) => branch.length > 0 && branch.every((id) => pool.has(id)))
    .sort((a, b) => a.length - b.length);
  return smallest ?? [];
}

function fill(
  required: readonly string[],
  barred: ReadonlySet<string>,
  { ranking, tokensOf, ceiling }: OracleInput,
  slots: number,
): OracleSet {
  const first = new Set(required);
  const order = [...first, ...ranking.filter((id) => !first.has(id) && !barred.has(id))];
  const all = renderUnits(order, tokensOf, ceiling);
  const ids = all.ids.slice(0, slots);
  return { ids, skipped: all.skipped, tokens: ids.reduce((sum, id) => sum + tokensOf(id), 0), slots };
}
