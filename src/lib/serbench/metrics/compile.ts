import type { Certificate } from '../certificate';
import { IdealDcg } from './ideal-dcg';

/** A required group with its units as indices into `CompiledCertificate.index`. */
export interface CompiledGroup {
  weight: number;
  /** Index of the role among the certificate's distinct roles. */
  role: number;
  need: number;
  /** Distinct acceptable units. */
  units: number[];
}

/** A certificate made ready to score many rankings. */
export interface CompiledCertificate {
  certificate: Certificate;
  groups: CompiledGroup[];
  /** Alternative complete sets, as distinct unit indices; never merged with each other. */
  branches: number[][];
  roles: number;
  /** Sum of the groups' weights, added in group order. */
  weight: number;
  /** Every unit that a group or a branch names. The first `acceptable` indices are the groups' units. */
  index: ReadonlyMap<string, number>;
  acceptable: number;
  /** The units that the agent had seen. */
  observed: ReadonlySet<string>;
  /** By acceptable index: not among the certificate's observed units. */
  novel: boolean[];
  ideal: IdealDcg;
}

/** Takes any certificate, valid or not: repeated acceptable units count once, an empty branch is no branch. */
export function compileCertificate(certificate: Certificate): CompiledCertificate {
  const index = new Map<string, number>();
  const indexOf = (id: string): number => {
    const known = index.get(id);
    if (known !== undefined) return known;
    index.set(id, index.size);
    return index.size - 1;
  };
  const distinct = (ids: string[]) => [...new Set(ids.map(indexOf))];
  const roles = new Map<string, number>();
  const groups = certificate.required_evidence_groups.map((group): CompiledGroup => {
    const role = roles.get(group.role) ?? roles.size;
    roles.set(group.role, role);
    return {
      weight: group.necessity_weight,
      role,
      need: group.minimum_required,
      units: distinct(group.acceptable_evidence_ids),
    };
  });
  const acceptable = index.size;
  const branches = certificate.alternative_minimal_sets.filter((set) => set.length > 0).map(distinct);
  const observed = new Set(certificate.observed_evidence_ids);
  return {
    certificate,
    observed,
    groups,
    branches,
    roles: roles.size,
    weight: groups.reduce((sum, group) => sum + group.weight, 0),
    index,
    acceptable,
    novel: [...index.keys()].slice(0, acceptable).map((id) => !observed.has(id)),
    ideal: new IdealDcg(groups, acceptable),
  };
}
