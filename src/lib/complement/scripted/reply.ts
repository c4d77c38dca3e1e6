import type { ChatModel, ChatOutcome, ChatRequest, Finish } from '../model';

/** A scripted model from a function of the request; reports no usage, takes no time. Not a language model. */
export function scriptedModel(answer: (request: ChatRequest) => string, finish: Finish = 'stop'): ChatModel {
  return {
    complete: (request, signal) => {
      signal.throwIfAborted();
      const text = answer(request);
      return Promise.resolve<ChatOutcome>({
        ok: true,
        reply: {
          text,
          finish,
          usage: { input: null, output: null, cached: null },
          raw: text,
          rung: 'prompt',
          latencyMs: 0,
          reportedModel: 'script',
        },
      });
    },
  };
}
