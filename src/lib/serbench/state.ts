/** The public half of the benchmark: what inference may see. Field names are the release's own. */

/** One source unit of a state's pool. */
export interface Unit {
  evidence_id: string;
  /** The first 2,400 characters of the unit at most; hostile text, never markup. */
  content_excerpt: string;
  /** SHA-256 of the full unit (not of the excerpt). */
  content_sha256?: string;
  /** Forward slashes. */
  source_path: string;
  source_type?: string;
  /** 1-based, inclusive. */
  line_start?: number;
  line_end?: number;
  /** Can disagree with the state's `observed_evidence_ids`; scoring reads the id list only. */
  observed_by_state?: boolean;
  symbol?: string;
  language?: string;
}

export interface SearchResult {
  path: string;
  content: string;
  line_start?: number;
  line_end?: number;
  rank?: number;
  symbol?: string;
  chunk_type?: string;
}

/** One step of the trajectory up to the decision. Paths may use Windows separators. */
export interface Step {
  step_id: number;
  /** plan_update, repo_search, read_file, edit_file, or another word. */
  action_type: string;
  action_input: string;
  tool_output: string;
  tool_name?: string;
  opened_files: string[];
  search_queries: string[];
  search_results: SearchResult[];
  metadata?: Record<string, unknown>;
}

export type Boundary = 'before_search' | 'after_search' | 'after_file_inspection' | 'before_edit';

/** A captured decision state with its pool: a row of `items.jsonl`. */
export interface State {
  state_id: string;
  instance_id: string;
  repo: string;
  base_commit?: string;
  split?: string;
  /** The decision boundary; other spellings are kept as they are. */
  state_type: Boundary | (string & {});
  issue: string;
  information_need: string;
  current_observation: string;
  current_hypothesis: string;
  current_subgoal: string;
  latest_test_output: string;
  current_diff: string;
  opened_files: string[];
  search_queries: string[];
  observed_evidence_ids: string[];
  trajectory_prefix: Step[];
  candidate_evidence: Unit[];
  candidate_pool_truncated?: boolean;
}
