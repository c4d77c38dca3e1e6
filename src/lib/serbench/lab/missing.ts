import { smallestCompleteSet } from '$lib/retrieval/baselines/oracle';
import type { Certificate } from '../certificate';
import { compileCertificate } from '../metrics/compile';
import { completes, problemOf } from './problem';

/** What an answer still lacks. */
export interface Missing {
  complete: boolean;
  /** Pool units each of which would complete it alone, in the pool's order. */
  single: string[];
  /** A smallest set of further units that completes it; null when the pool cannot. Empty when it is complete. */
  fewest: string[] | null;
}

/** The certificate that is left to do once some units are there: needs lowered, branches without what they have. */
export function remainingCertificate(certificate: Certificate, have: ReadonlySet<string>): Certificate {
  const without = (ids: readonly string[]) => ids.filter((id) => !have.has(id));
  const groups = certificate.required_evidence_groups.flatMap((group) => {
    const rest = without(group.acceptable_evidence_ids);
    const need = group.minimum_required - (group.acceptable_evidence_ids.length - rest.length);
    return need > 0 ? [{ ...group, acceptable_evidence_ids: rest, minimum_required: need }] : [];
  });
  return {
    ...certificate,
    required_evidence_groups: groups,
    alternative_minimal_sets: certificate.alternative_minimal_sets.map(without),
  };
}

/** Throws `TooComplex` for a certificate that no real one resembles. */
export function whatIsMissing(
  certificate: Certificate,
  have: readonly string[],
  pool: readonly string[],
): Missing {
  const compiled = compileCertificate(certificate);
  const problem = problemOf(compiled);
  const units = (ids: Iterable<string>) => new Set([...ids].flatMap((id) => compiled.index.get(id) ?? []));
  const own = units(have);
  if (completes(problem, own)) return { complete: true, single: [], fewest: [] };
  const held = new Set(have);
  const single = pool.filter((id) => {
    const unit = compiled.index.get(id);
    return unit !== undefined && !held.has(id) && completes(problem, new Set([...own, unit]));
  });
  const rest = pool.filter((id) => !held.has(id));
  const fewest = smallestCompleteSet(remainingCertificate(certificate, held), rest);
  return { complete: false, single, fewest };
}
