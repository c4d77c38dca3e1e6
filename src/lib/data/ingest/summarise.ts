import type { State } from '$lib/serbench/state';
import type { StateSummary } from './prepared';

const TITLE = 160;

const titleOf = (issue: string): string => {
  const line = issue.split('\n', 1)[0]?.trim() ?? '';
  return line.length > TITLE ? `${line.slice(0, TITLE)}…` : line;
};

export function summarise(state: State, position: number, start: number, end: number): StateSummary {
  const ids = new Set(state.observed_evidence_ids);
  const pool = state.candidate_evidence;
  return {
    position,
    state_id: state.state_id,
    instance_id: state.instance_id,
    repo: state.repo,
    split: state.split ?? null,
    state_type: state.state_type,
    title: titleOf(state.issue),
    pool: pool.length,
    steps: state.trajectory_prefix.length,
    observedIds: pool.filter((unit) => ids.has(unit.evidence_id)).length,
    observedFlags: pool.filter((unit) => unit.observed_by_state).length,
    start,
    end,
  };
}
