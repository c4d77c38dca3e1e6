import type { Certificate } from '../certificate';
import { compileCertificate } from '../metrics/compile';
import { readRanking } from '../metrics/outcome';
import type { IndexedState, PoolUnit } from '../split-index';

/** A group, or a whole alternative set, as one ranking left it. */
export interface SetOutcome {
  name: string;
  role: string;
  weight: number | null;
  need: number;
  rationale: string;
  /** Where it became complete; null when it never did. */
  completeRank: number | null;
  /** Its units with the rank at which the ranking has them, null where it has not; found ones first. */
  units: { id: string; rank: number | null }[];
  /** How many units are still needed. */
  missing: number;
}

/** Everything about one method's answer for one state. */
export interface StateDetail {
  state: Omit<IndexedState, 'ids' | 'observed'>;
  method: string;
  /** Null when the method has no row for the state. */
  ranking: { id: string; observed: boolean; serves: string[] }[] | null;
  completeRank: number | null;
  groups: SetOutcome[];
  branches: SetOutcome[];
  pool: (PoolUnit & { rank: number | null; observed: boolean; serves: string[] })[];
}

const finite = (rank: number | undefined): number | null =>
  rank === undefined || !Number.isFinite(rank) ? null : rank;

/** Joins a state, its certificate and a ranking for the state's page. A diagnostic: it shows the certificate. */
export function detailOf(
  { ids: _, observed, ...state }: IndexedState,
  certificate: Certificate,
  method: string,
  ranking: readonly string[] | null,
): StateDetail {
  const outcome = readRanking(compileCertificate(certificate), ranking ?? []);
  const rankOf = new Map<string, number>();
  (ranking ?? []).forEach((id, i) => {
    if (!rankOf.has(id)) rankOf.set(id, i + 1);
  });
  const serves = (id: string): string[] => [
    ...certificate.required_evidence_groups.flatMap((group) =>
      group.acceptable_evidence_ids.includes(id) ? [group.group_id] : [],
    ),
    ...certificate.alternative_minimal_sets.flatMap((set, i) => (set.includes(id) ? [`set ${i + 1}`] : [])),
  ];
  const setOf = (ids: readonly string[], need: number, rank: number | undefined) => {
    const units = [...new Set(ids)].map((id) => ({ id, rank: rankOf.get(id) ?? null }));
    units.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0);
    const found = units.filter((unit) => unit.rank !== null).length;
    return { need, units, completeRank: finite(rank), missing: Math.max(0, need - found) };
  };
  return {
    state,
    method,
    ranking: ranking?.map((id) => ({ id, observed: observed.has(id), serves: serves(id) })) ?? null,
    completeRank: finite(outcome.completeRank),
    groups: certificate.required_evidence_groups.map((group, i) => ({
      name: group.group_id,
      role: group.role,
      weight: group.necessity_weight,
      rationale: group.rationale ?? '',
      ...setOf(group.acceptable_evidence_ids, group.minimum_required, outcome.groupRanks[i]),
    })),
    branches: certificate.alternative_minimal_sets.map((set, i) => ({
      name: `set ${i + 1}`,
      role: '',
      weight: null,
      rationale: '',
      ...setOf(set, new Set(set).size, outcome.branchRanks[i]),
    })),
    pool: state.units.map((unit) => ({
      ...unit,
      rank: rankOf.get(unit.evidence_id) ?? null,
      observed: observed.has(unit.evidence_id),
      serves: serves(unit.evidence_id),
    })),
  };
}
