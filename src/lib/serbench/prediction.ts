/** A row of `predictions.jsonl`: one ranked answer of one method for one state. */
export interface Prediction {
  state_id: string;
  method: string;
  /** The order is the rank. Empty is a valid abstention. */
  ranked_evidence_ids: string[];
}

/** Nothing that failed or did not run becomes a 0 without saying so. */
export type Status = 'scored' | 'empty' | 'failed' | 'not run' | 'partial';
