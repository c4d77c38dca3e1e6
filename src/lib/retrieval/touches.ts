import type { State, Step } from '$lib/serbench/state';
import { normalPath } from './paths';

/** A place that the trajectory came by. Lines are 1-based and inclusive; a whole file is 1 to Infinity. */
export interface Touch {
  path: string;
  first: number;
  last: number;
  /** Steps between this and the latest step of the trajectory: 0 is the latest. No clock is read. */
  age: number;
  kind: 'opened' | 'shown';
}

const WINDOW = /^FILE (.+?):(\d+)-(\d+)\s*$/m;
const TARGET = /^Target file: (.+?)\s*$/m;

function opened(step: Step, age: number): Touch[] {
  const window = WINDOW.exec(step.tool_output);
  if (window !== null) {
    const [, path = '', first, last] = window;
    return [{ path: normalPath(path), first: Number(first), last: Number(last), age, kind: 'opened' }];
  }
  const path = step.action_type === 'edit_file' ? TARGET.exec(step.tool_output)?.[1] : step.action_input;
  return path === undefined || path === '' ? [] : [{ path: normalPath(path), ...WHOLE, age, kind: 'opened' }];
}

const WHOLE = { first: 1, last: Infinity };

/**
 * Where the trajectory has been, latest first: files that steps opened or meant to edit, with the lines shown where
 * the output says them, and the hits of searches. Files that only `opened_files` names come last, oldest of all.
 */
export function touchesOf(state: State): Touch[] {
  const steps = state.trajectory_prefix;
  const touches: Touch[] = [];
  for (let i = steps.length - 1; i >= 0; i -= 1) {
    const step = steps[i];
    if (step === undefined) continue;
    const age = steps.length - 1 - i;
    if (step.action_type === 'read_file' || step.action_type === 'edit_file')
      touches.push(...opened(step, age));
    for (const { path, line_start, line_end } of step.search_results) {
      const first = line_start ?? 1;
      touches.push({ path: normalPath(path), first, last: line_end ?? Infinity, age, kind: 'shown' });
    }
  }
  const known = new Set(touches.filter(({ kind }) => kind === 'opened').map(({ path }) => path));
  for (const path of state.opened_files.map(normalPath)) {
    if (!known.has(path)) touches.push({ path, ...WHOLE, age: steps.length, kind: 'opened' });
  }
  return touches;
}
