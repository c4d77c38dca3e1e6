import { isReply } from '../conclude';
import type { Call } from '../trace';
import { billedUsage } from './billed';
import { spend, type CostOf } from './budget';
import { EMPTY_TALLY, type Outcome, type Tally } from './record';

/** What a recount reads: all that is stored of a run. */
export interface Stored {
  /** Visits every call that the run paid for, also those that ended without an answer, in any order. */
  eachCall(visit: (call: Call) => void): Promise<void>;
  outcomes(): Promise<Outcome[]>;
}

/**
 * The tally of a run from what is stored: states from the outcomes, spending from the calls' own usages at the
 * present prices. A counter could miss what a closed tab did not write; this cannot.
 */
export async function recount(
  stored: Stored,
  costOf: CostOf,
  countTokens: (text: string) => number,
): Promise<Tally> {
  const tally: Tally = { ...EMPTY_TALLY, ...countOutcomes(await stored.outcomes()) };
  await stored.eachCall((call) => {
    for (const attempt of call.attempts) {
      const usage = isReply(attempt.verdict)
        ? billedUsage(call.model, attempt, call.messages, countTokens)
        : attempt.usage;
      tally.calls += 1;
      spend(tally, call.model, usage, costOf);
    }
  });
  return tally;
}

export function countOutcomes(outcomes: readonly Outcome[]): Pick<Tally, 'scored' | 'failed' | 'fallbacks'> {
  const scored = outcomes.filter((outcome) => outcome.status === 'scored');
  return {
    scored: scored.length,
    failed: outcomes.length - scored.length,
    fallbacks: scored.reduce((sum, outcome) => sum + (outcome.rows[0]?.fallbacks ?? 0), 0),
  };
}
