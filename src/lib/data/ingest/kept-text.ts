import type { JsonObject } from '$lib/serbench/reading/fields';
import type { ItemRow } from '$lib/serbench/reading/items';

/** The fields of a release's items and of their units; none of them is a certificate's. */
const ITEM_FIELDS = new Set(
  `state_id item_id instance_id repo base_commit split state_type issue information_need current_observation
  current_hypothesis current_subgoal latest_test_output current_diff opened_files search_queries
  observed_evidence_ids trajectory_prefix candidate_evidence candidate_count candidate_pool_truncated`.split(
    /\s+/,
  ),
);
const UNIT_FIELDS = new Set(
  `evidence_id content_excerpt content_sha256 source_path source_type line_start line_end observed_by_state symbol
  language`.split(/\s+/),
);

function onlyHas(value: unknown, fields: ReadonlySet<string>): boolean {
  for (const key in value as JsonObject) if (!fields.has(key)) return false;
  return true;
}

const encoder = new TextEncoder();

/**
 * A state's record as it is kept: the row's own bytes, or, when the row or a unit has a field that is not the
 * release's (a certificate may hide there), the state written anew.
 */
export function keptText({ state, row, bytes }: ItemRow): Uint8Array<ArrayBuffer> {
  const units = row['candidate_evidence'];
  const plain =
    onlyHas(row, ITEM_FIELDS) && Array.isArray(units) && units.every((unit) => onlyHas(unit, UNIT_FIELDS));
  return plain ? (bytes as Uint8Array<ArrayBuffer>) : encoder.encode(JSON.stringify(state));
}
