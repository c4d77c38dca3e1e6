import type { ModelRef } from '../config/schema';
import type { Usage } from '../model';
import type { Tally } from './record';

export interface Budget {
  tokens: number | null;
  cost: number | null;
}

/** Cost of a usage of a model in the user's currency, or null when no price is known. */
export type CostOf = (ref: ModelRef, usage: Usage) => number | null;

/** Adds an attempt's usage to the tally in place. */
export function spend(tally: Tally, ref: ModelRef, usage: Usage, costOf: CostOf): void {
  tally.inputTokens += usage.input ?? 0;
  tally.outputTokens += usage.output ?? 0;
  const cost = costOf(ref, usage);
  if (cost !== null) tally.cost = (tally.cost ?? 0) + cost;
  else if (usage.input !== null || usage.output !== null) tally.unpriced += 1;
}

/** Why no further call may start, whatever it takes, or null. */
export function overBudget(tally: Tally, budget: Budget): string | null {
  const tokens = tally.inputTokens + tally.outputTokens;
  if (budget.tokens !== null && tokens >= budget.tokens)
    return `The token budget is used up: ${tokens} of ${budget.tokens}. Raise it and resume.`;
  if (budget.cost !== null && (tally.cost ?? 0) >= budget.cost)
    return `The money budget is used up: ${(tally.cost ?? 0).toFixed(4)} of ${budget.cost}. Raise it and resume.`;
  return null;
}
