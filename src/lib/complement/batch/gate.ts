import type { ChatModel, ChatOutcome } from '../model';

/** A model that asks before every call whether it may still be made; a refusal stops the run, cleanly. */
export function gated(model: ChatModel, refusal: () => string | null): ChatModel {
  return {
    complete: (request, signal) => {
      const reason = refusal();
      if (reason === null) return model.complete(request, signal);
      return Promise.resolve<ChatOutcome>({
        ok: false,
        failure: {
          kind: 'held-back',
          reach: 'stop',
          status: null,
          message: reason,
          usage: { input: null, output: null, cached: null },
          latencyMs: 0,
        },
      });
    },
  };
}
