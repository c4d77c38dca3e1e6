import type { ModelRef } from '../config/schema';
import {
  HELD_BACK,
  NO_USAGE,
  type ChatModel,
  type ChatOutcome,
  type ChatRequest,
  type Usage,
} from '../model';
import { billedUsage } from './billed';
import type { Purse } from './purse';

/**
 * A model that asks before every request whether it may still be made; a refusal stops the run, cleanly. What a
 * request used is told to the purse as soon as it ends.
 */
export function gated(
  ref: ModelRef,
  model: ChatModel,
  gate: {
    purse: Purse;
    expect: (request: ChatRequest) => Usage;
    countTokens: (text: string) => number;
    refusal: () => string | null;
  },
): ChatModel {
  const { purse, expect, refusal } = gate;
  return {
    complete: async (request, signal) => {
      const admitted = await purse.admit(ref, purse.capped ? expect(request) : NO_USAGE, refusal);
      if (!admitted.ok) return heldBack(admitted.reason);
      let usage = NO_USAGE;
      try {
        signal.throwIfAborted();
        purse.tally.calls += 1;
        const outcome = await model.complete(request, signal);
        usage = outcome.ok
          ? billedUsage(ref, outcome.reply, request.messages, gate.countTokens)
          : outcome.failure.usage;
        return outcome;
      } finally {
        admitted.settle(usage);
      }
    },
  };
}

const heldBack = (message: string): ChatOutcome => ({
  ok: false,
  failure: { kind: HELD_BACK, reach: 'stop', status: null, message, usage: NO_USAGE, latencyMs: 0 },
});
