import { boolean, integer, text, type TableSpec } from './spec';

/** What inference may see: states, trajectories and pools. */
export const states: TableSpec = {
  name: 'states',
  about: 'One row a captured decision state.',
  columns: [
    text('state_id', 'Key of the state; joins predictions and certificates.'),
    integer('position', 'Place in the file, from 0.'),
    text('split', 'The partition that the item names.'),
    text('instance_id', 'Key of the issue.'),
    text('repo', 'Owner and name.'),
    text('base_commit', 'The frozen snapshot, 40 hex digits.'),
    text('state_type', 'Decision boundary: before_search, after_search, after_file_inspection, before_edit.'),
    text('issue', 'Title, line feed, body.'),
    text('information_need', 'What the agent says it needs next.'),
    text('current_observation', 'The last tool output.'),
    text('current_hypothesis', 'The working hypothesis.'),
    text('current_subgoal', 'The current subgoal.'),
    text('latest_test_output', 'The last test run.'),
    text('current_diff', 'The patch so far.'),
    integer('pool_size', 'Units in the pool.'),
    integer('step_count', 'Steps up to the decision.'),
    integer('observed_ids', 'Ids in observed_evidence_ids; scoring uses these.'),
    integer('observed_flags', 'Pool units flagged observed_by_state; can differ from the id list.'),
    boolean('pool_truncated', 'Whether the release says that the pool was cut.'),
  ],
};

export const steps: TableSpec = {
  name: 'steps',
  about: 'One row a trajectory step.',
  columns: [
    text('state_id', 'The state.'),
    integer('step_id', 'Position from 0.'),
    text('action_type', 'plan_update, repo_search, read_file, edit_file, or another word.'),
    text('tool_name', 'The tool.'),
    text('action_input', 'Issue text, query or path, as written (Windows separators occur).'),
    text('tool_output', 'Plan text, rendered hits, or a numbered file window.'),
    integer('hit_count', 'Search results of this step.'),
  ],
};

export const hits: TableSpec = {
  name: 'hits',
  about: 'One row a search result of a step.',
  columns: [
    text('state_id', 'The state.'),
    integer('step_id', 'The step.'),
    integer('rank', 'Rank, from 1.'),
    text('path', 'Path with forward slashes.'),
    integer('line_start', 'First line, 1-based.'),
    integer('line_end', 'Last line, inclusive.'),
    text('symbol', 'Class or function; empty for windows.'),
    text('chunk_type', 'window, ClassDef, FunctionDef, or another word.'),
    text('content', 'The whole chunk.'),
  ],
};

export const units: TableSpec = {
  name: 'units',
  about: 'One row a distinct source unit. An id with differing content in two pools has two rows.',
  columns: [
    integer('unit', 'Number of the row; joins pool.'),
    text('evidence_id', 'Id of the unit; joins predictions, acceptable, branches.'),
    text('repo', 'Repository of the first state that holds it.'),
    text('source_path', 'Path with forward slashes.'),
    text('source_type', 'Kind of source.'),
    integer('line_start', 'First line of the full unit, 1-based.'),
    integer('line_end', 'Last line, inclusive.'),
    text('symbol', 'Symbol, where the file names one.'),
    text('language', 'Language, where the file names one.'),
    text('content_sha256', 'SHA-256 of the full unit, not of the excerpt.'),
    text('content_excerpt', 'Its first 2,400 characters at most.'),
  ],
};

export const pool: TableSpec = {
  name: 'pool',
  about: 'Pool membership: one row a state and unit, in the pool’s own order.',
  columns: [
    text('state_id', 'The state.'),
    integer('position', 'Place in the pool, from 0.'),
    text('evidence_id', 'The unit’s id.'),
    integer('unit', 'Row of units.'),
    boolean('observed_flag', 'The unit’s own flag; null when absent.'),
    boolean('observed_id', 'Whether the state’s id list names it.'),
  ],
};

export const observed: TableSpec = {
  name: 'observed',
  about: 'The ids that a state lists as observed, in the pool or not.',
  columns: [
    text('state_id', 'The state.'),
    text('evidence_id', 'The id.'),
    boolean('in_pool', 'Whether the pool holds it.'),
  ],
};

export const publicTables = [states, steps, hits, units, pool, observed] as const;
