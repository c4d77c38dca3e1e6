/**
 * What a run cost and how its answers were made usable, summed over its scored states; means are these sums over
 * `states`. Paper, E.2, E.4 and table 19.
 */
export interface RunAccounting {
  /** Scored states: the denominator of each mean. */
  states: number;
  /** Calls of the controller that the scored states used, and the attempts they took. */
  calls: number;
  attempts: number;
  /** States and calls whose answer is the fused order because no attempt gave a usable one. */
  fallbackStates: number;
  fallbackCalls: number;
  /** Calls whose answer held unknown or repeated ids, which were taken out. */
  normalisedCalls: number;
  /** Calls that answered fewer ids than asked. */
  shortCalls: number;
  /** Calls whose answer was completed from the fused order. */
  filledCalls: number;
  /** Tokens of all attempts: the provider's counts, ours where it tells none. */
  inputTokens: number;
  outputTokens: number;
  /** What the attempts cost; null when a price is unknown. */
  cost: number | null;
  /** Milliseconds of all attempts. */
  latencyMs: number;
  /** Source tokens of the delivered units. */
  contextTokens: number;
  /** States by the number of units they returned. */
  returnedSizes: Record<string, number>;
}
