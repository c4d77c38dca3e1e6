import type { State, Step, Unit } from '$lib/serbench/state';

export const makeUnit = (evidence_id: string, content_excerpt: string, more: Partial<Unit> = {}): Unit => ({
  evidence_id,
  content_excerpt,
  source_path: 'src/a.py',
  ...more,
});

export const makeStep = (more: Partial<Step>): Step => ({
  step_id: 0,
  action_type: 'plan_update',
  action_input: '',
  tool_output: '',
  opened_files: [],
  search_queries: [],
  search_results: [],
  ...more,
});

/** A state with nothing in it but what is given. */
export const makeState = (units: Unit[], more: Partial<State> = {}): State => ({
  state_id: 's',
  instance_id: 'i',
  repo: 'o/r',
  state_type: 'before_search',
  issue: '',
  information_need: '',
  current_observation: '',
  current_hypothesis: '',
  current_subgoal: '',
  latest_test_output: '',
  current_diff: '',
  opened_files: [],
  search_queries: [],
  observed_evidence_ids: [],
  trajectory_prefix: [],
  candidate_evidence: units,
  ...more,
});
