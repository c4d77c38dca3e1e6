import type { State, Step } from '$lib/serbench/state';
import { cutTo } from './cut';

/** Character limits of the state's parts in a prompt (code points). */
export interface StateLimits {
  issue: number;
  /** Need, hypothesis and subgoal, each. */
  intent: number;
  observation: number;
  testOutput: number;
  diff: number;
  /** The latest trajectory steps shown, and the characters of each step's input. */
  steps: number;
  stepInput: number;
}

/** The state as the model sees it: one record a line. Only fields of the public state are named here. */
export function stateLines(state: State, limits: StateLimits): Record<string, unknown>[] {
  const lines = [
    line('repository', state.repo, null),
    line('decision boundary', state.state_type, null),
    line('issue', state.issue, limits.issue),
    line('current need', state.information_need, limits.intent),
    line('hypothesis', state.current_hypothesis, limits.intent),
    line('subgoal', state.current_subgoal, limits.intent),
    line('opened files', state.opened_files.join('\n'), limits.intent),
    line('search queries', state.search_queries.join('\n'), limits.intent),
    line('latest observation', state.current_observation, limits.observation),
    line('latest test output', state.latest_test_output, limits.testOutput),
    line('patch so far', state.current_diff, limits.diff),
    ...latest(state.trajectory_prefix, limits.steps).map((step) => stepLine(step, limits.stepInput)),
  ];
  return lines.filter((record) => record !== null);
}

/** `slice(-0)` would be all of them. */
const latest = (steps: readonly Step[], count: number): readonly Step[] =>
  count === 0 ? [] : steps.slice(-count);

function line(field: string, value: string, limit: number | null): Record<string, unknown> | null {
  if (value.trim() === '') return null;
  const { text, cut } = cutTo(value, limit);
  return { field, ...(cut > 0 && { cut }), text };
}

function stepLine(step: Step, limit: number): Record<string, unknown> | null {
  return line(`step ${step.step_id}: ${step.action_type}`, step.action_input, limit);
}
