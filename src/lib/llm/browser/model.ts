import { Slots } from '$lib/complement/batch/slots';
import { NO_USAGE, type ChatFailure, type ChatModel } from '$lib/complement/model';
import type { Progress } from '$lib/serbench/task';
import { CallCancelled } from '$lib/worker/errors';
import { supervise, type Supervised } from '$lib/worker/supervise';
import type { GenerateApi } from './api';
import { nameOf, originKey, type BrowserOrigin, type BrowserPlan } from './request';

/** A model that rests this long gives its memory back; the next call opens it again from the kept files. */
const IDLE_MS = 300_000;

interface CallOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Models that run in this browser, one at a time, each in a worker of its own: memory comes back only with the
 * worker. No key and no endpoint.
 */
export class BrowserModels {
  #held: { origin: string; worker: Supervised<GenerateApi> } | null = null;
  readonly #one = new Slots(1);

  constructor(readonly start: () => Worker) {}

  /** What opening would fetch; only a hub's list goes over the network. */
  async plan(origin: BrowserOrigin, options: CallOptions): Promise<BrowserPlan> {
    const worker = supervise<GenerateApi>(this.start, { name: 'generate' });
    try {
      return await worker.call('plan', [origin], options);
    } finally {
      worker.dispose();
    }
  }

  /** Fetches what is missing, verifies, keeps and opens. The user has said yes to the plan. */
  open(origin: BrowserOrigin, options: CallOptions): Promise<BrowserPlan> {
    return this.#use(origin, (worker) => worker.call('open', [origin], options));
  }

  /** The model of an origin, as the stages see it; `live` names the messages that tell the page of its words. */
  chat(origin: BrowserOrigin | null, name: string, live: string | null): ChatModel {
    return {
      complete: async (request, signal) => {
        if (!origin || nameOf(origin) !== name)
          return failed('no-model', `The files of "${name}" are not chosen. Choose it under "Who answers".`);
        let started = performance.now();
        try {
          const made = await this.#use(origin, (worker) => {
            started = performance.now();
            const { messages, maxOutputTokens } = request;
            const asked = { origin, messages: [...messages], maxOutputTokens, live };
            return worker.call('generate', [asked], { signal });
          });
          return {
            ok: true,
            reply: {
              text: made.text,
              finish: made.cut ? 'length' : 'stop',
              usage: { input: made.inputTokens, output: made.outputTokens, cached: null },
              raw: made.text,
              rung: 'prompt',
              latencyMs: Math.round(performance.now() - started),
              reportedModel: made.ran,
            },
          };
        } catch (error) {
          signal.throwIfAborted();
          return failure(error);
        }
      },
    };
  }

  /** One use at a time. A worker in which something broke is let go: the runtime may repeat the error for ever. */
  #use<Result>(
    origin: BrowserOrigin,
    work: (worker: Supervised<GenerateApi>) => Promise<Result>,
  ): Promise<Result> {
    return this.#one.use(async () => {
      const worker = this.#workerFor(origin);
      try {
        return await work(worker);
      } catch (error) {
        const harmless = error instanceof CallCancelled || isTooLong(error);
        if (!harmless) worker.release();
        throw error;
      }
    });
  }

  #workerFor(origin: BrowserOrigin): Supervised<GenerateApi> {
    const wanted = originKey(origin);
    if (this.#held?.origin !== wanted) {
      this.#held?.worker.dispose();
      const worker = supervise<GenerateApi>(this.start, { name: 'generate', idleMs: IDLE_MS });
      this.#held = { origin: wanted, worker };
    }
    return this.#held.worker;
  }
}

const isTooLong = (error: unknown) => error instanceof Error && error.name === 'PromptTooLong';

function failure(error: unknown): { ok: false; failure: ChatFailure } {
  const detail = error instanceof Error ? error.message : String(error);
  if (isTooLong(error)) return failed('prompt-too-long', detail, 'state');
  return failed('browser-model', `The model could not run in this browser: ${detail}`);
}

const failed = (
  kind: string,
  message: string,
  reach: ChatFailure['reach'] = 'stop',
): { ok: false; failure: ChatFailure } => ({
  ok: false,
  failure: { kind, reach, status: null, message, usage: NO_USAGE, latencyMs: 0 },
});
