/** The private half of the benchmark. Only scoring and diagnostics marked as oracles take these. */

/** A required fact: complete when `minimum_required` distinct acceptable units are returned. */
export interface Group {
  group_id: string;
  role: string;
  acceptable_evidence_ids: string[];
  minimum_required: number;
  necessity_weight: number;
  rationale?: string;
}

/** A row of `labels.jsonl`, unwrapped. All groups are required, or one whole branch. */
export interface Certificate {
  state_id: string;
  required_evidence_groups: Group[];
  /** Whole alternative branches; never merged with each other. */
  alternative_minimal_sets: string[][];
  observed_evidence_ids: string[];
  /**
   * What else the row says (tier, confidence, audit, sufficiency and necessity notes), as it stands there. No score
   * reads it.
   */
  further?: Readonly<Record<string, unknown>>;
}
