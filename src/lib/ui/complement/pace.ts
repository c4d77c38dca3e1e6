import type { Progress } from '$lib/serbench/task';

/**
 * Milliseconds left, at the speed since the first report: what an earlier session did tells nothing of this one.
 * Null until something was done and while the total is unknown.
 */
export function pace(now: () => number): (progress: Progress) => number | null {
  let start: { at: number; done: number } | null = null;
  return ({ done, total }) => {
    start ??= { at: now(), done };
    const made = done - start.done;
    return total === null || made <= 0 ? null : ((now() - start.at) / made) * (total - done);
  };
}
