import type { Outcome } from '../batch/record';
import { callOf } from '../replay/replay-state';
import type { Call, Trace } from '../trace';

/** A state of an imported run at its place in the split. */
export interface Placed {
  outcome: Outcome;
  traces: readonly Trace[];
}

/** What is stored already, as the run's own store sees it. */
export interface Held {
  find(key: string): Promise<Call | null>;
  outcome(stateId: string): Promise<Outcome | null>;
}

/**
 * Whether an imported run says otherwise than what is stored: another answer to a stored call, or other rows of a
 * scored state. Such a run may only stand beside the stored one: what was paid for is never overwritten.
 */
export async function contradicts(placed: readonly Placed[], held: Held): Promise<boolean> {
  for (const { outcome, traces } of placed) {
    const known = await held.outcome(outcome.state_id);
    if (known?.status === 'scored' && !same(known.rows, outcome.rows)) return true;
    for (const trace of traces) {
      const call = await held.find(trace.key);
      if (call && !same(call, callOf(trace))) return true;
    }
  }
  return false;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
