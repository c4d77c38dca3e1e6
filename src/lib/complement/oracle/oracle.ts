import type { Certificate } from '$lib/serbench/certificate';
import { renderUnits, type Rendered } from '../render';
import { fewestUnits, heaviestGroup } from './required';

export interface OracleInput {
  certificate: Certificate;
  /** The whole pool in the order that fills the slots. */
  ranking: readonly string[];
  /** Slots, 8 as published. */
  size: number;
  tokensOf: (id: string) => number;
  ceiling: number;
}

/**
 * Diagnostic, reads the certificate: one admissible unit per group (as many as its minimum asks), shared units
 * once, the other slots filled from the ranking. When the groups cannot all be met, the smallest whole branch.
 */
export function oracle(input: OracleInput): Rendered {
  return fill(requiredUnits(input), input, new Set());
}

/**
 * Diagnostic, reads the certificate: the oracle's set without the group of greatest weight (ties by group id).
 * All its alternatives are barred; the other groups keep their support as far as that allows, and the slots are
 * refilled from the ranking.
 */
export function oracleMinusOneGroup(input: OracleInput): Rendered {
  const removed = heaviestGroup(input.certificate);
  const barred = new Set(removed?.acceptable_evidence_ids ?? []);
  const others = input.certificate.required_evidence_groups.filter((group) => group !== removed);
  const open = input.ranking.filter((id) => !barred.has(id));
  const kept = fewestUnits(others, open) ?? requiredUnits(input).filter((id) => !barred.has(id));
  return fill(kept, input, barred);
}

function requiredUnits({ certificate, ranking }: OracleInput): string[] {
  const groups = fewestUnits(certificate.required_evidence_groups, ranking);
  if (groups) return groups;
  const pool = new Set(ranking);
  const branches = certificate.alternative_minimal_sets.filter((branch) =>
    branch.every((id) => pool.has(id)),
  );
  return branches.reduce<string[]>(
    (best, branch) => (best.length === 0 || branch.length < best.length ? branch : best),
    [],
  );
}

function fill(required: readonly string[], input: OracleInput, barred: ReadonlySet<string>): Rendered {
  const { ranking, size, tokensOf, ceiling } = input;
  const order = [...required, ...ranking.filter((id) => !required.includes(id) && !barred.has(id))];
  const all = renderUnits(order, tokensOf, ceiling);
  const ids = all.ids.slice(0, size);
  return { ids, skipped: all.skipped, tokens: ids.reduce((sum, id) => sum + tokensOf(id), 0) };
}
