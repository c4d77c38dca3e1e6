import type { Certificate } from '../certificate';

/** A certificate as a row of `labels.jsonl`, keys in the release's (alphabetical) order. */
export function labelRow(certificate: Certificate): Record<string, unknown> {
  return {
    alternative_minimal_sets: certificate.alternative_minimal_sets,
    observed_evidence_ids: certificate.observed_evidence_ids,
    required_evidence_groups: certificate.required_evidence_groups.map((group) => ({
      acceptable_evidence_ids: group.acceptable_evidence_ids,
      group_id: group.group_id,
      minimum_required: group.minimum_required,
      necessity_weight: group.necessity_weight,
      ...(group.rationale === undefined ? {} : { rationale: group.rationale }),
      role: group.role,
    })),
    schema_version: 'serbench-mss-v1',
    state_id: certificate.state_id,
  };
}

/** One line with its end, as a labels file has it. */
export const printLabelLine = (certificate: Certificate): string =>
  `${JSON.stringify(labelRow(certificate))}\n`;

/** The same for an editor: indented. */
export const printLabelText = (certificate: Certificate): string =>
  JSON.stringify(labelRow(certificate), null, 2);
