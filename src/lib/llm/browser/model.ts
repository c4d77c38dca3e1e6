import type { ChatFailure, ChatModel } from '$lib/complement/model';
import type { Task } from '$lib/serbench/task';
import { supervise, type Supervised } from '$lib/worker/supervise';
import type { Generated, GenerateRequest } from './generate';

/** What the generation worker offers. */
export interface GenerateApi {
  generate(task: Task, request: GenerateRequest): Promise<Generated>;
}

/**
 * Models that run in this browser, each in a worker of its own: another model is another worker, because memory
 * comes back only with the worker. No key, no endpoint; the files come from the hub once.
 */
export function generator(start: () => Worker): (model: string) => ChatModel {
  let held: { model: string; worker: Supervised<GenerateApi> } | null = null;
  return (model) => ({
    complete: async (request, signal) => {
      if (held?.model !== model) {
        held?.worker.dispose();
        held = { model, worker: supervise<GenerateApi>(start, { name: 'generate', idleMs: 300_000 }) };
      }
      const { messages, maxOutputTokens } = request;
      const started = performance.now();
      try {
        const made = await held.worker.call(
          'generate',
          [{ model, messages: [...messages], maxOutputTokens }],
          { signal },
        );
        return {
          ok: true,
          reply: {
            text: made.text,
            finish: made.cut ? 'length' : 'stop',
            usage: { input: made.inputTokens, output: made.outputTokens, cached: null },
            raw: made.text,
            rung: 'prompt',
            latencyMs: Math.round(performance.now() - started),
            reportedModel: `${model} (${made.device})`,
          },
        };
      } catch (error) {
        signal.throwIfAborted();
        return { ok: false, failure: failed(error) };
      }
    },
  });
}

function failed(error: unknown): ChatFailure {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    kind: 'browser-model',
    reach: 'stop',
    status: null,
    message: `The model could not run in this browser: ${detail}`,
    usage: { input: null, output: null, cached: null },
    latencyMs: 0,
  };
}
