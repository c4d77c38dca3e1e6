import type { Certificate } from '$lib/serbench/certificate';
import { labelFacet } from '$lib/serbench/label-facets';
import * as tables from './private-tables';
import type { RowSink } from './spec';

/** All rows of one certificate. */
export function certificateRows(certificate: Certificate, add: RowSink): void {
  const { state_id, required_evidence_groups: groups, alternative_minimal_sets: sets } = certificate;
  const confidence = certificate.further?.['label_confidence'];
  add(tables.certificates, [
    state_id,
    groups.length,
    sets.length,
    labelFacet(certificate, 'tier'),
    typeof confidence === 'number' ? confidence : null,
    labelFacet(certificate, 'audit'),
    certificate.further === undefined ? null : JSON.stringify(certificate.further),
  ]);
  groups.forEach((group, position) => {
    add(tables.groups, [
      state_id,
      group.group_id,
      position,
      group.role,
      group.minimum_required,
      group.necessity_weight,
      group.acceptable_evidence_ids.length,
      group.rationale ?? null,
    ]);
    for (const id of group.acceptable_evidence_ids) add(tables.acceptable, [state_id, group.group_id, id]);
  });
  sets.forEach((set, branch) => {
    for (const id of set) add(tables.branches, [state_id, branch, id]);
  });
}
