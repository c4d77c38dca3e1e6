import type { ModelRef } from '$lib/complement/config/schema';
import type { ChatModel } from '$lib/complement/model';
import { WORD_COVER, wordCover } from '$lib/complement/scripted/word-cover';
import { networkModel } from '../chat';
import { originOf } from '../keys/keyring';
import { Limiter, type Clock } from '../limiter';
import type { Dialect } from '../wire';

export interface ModelTools {
  fetch: typeof fetch;
  clock: Clock;
  /** Keys by origin: each goes to its own origin and to no other. */
  keys: Readonly<Record<string, string>>;
  timeoutMs: number;
  countTokens: (text: string) => number;
  pageOrigin: string;
  stream: boolean;
  /** New part of a streamed text and the count of characters told before; 0 begins a new text. */
  onText?: (part: string, from: number) => void;
  /** Node only: http to other machines is allowed, key included. */
  plainHttp?: boolean;
  /** Makes the model that runs in this browser; absent where there is none. */
  browser?: (model: string) => ChatModel;
}

/** Models by reference, for one session: pauses and learned dialects are shared per provider. */
export class Models {
  readonly #limiters = new Map<string, Limiter>();
  readonly #dialects = new Map<string, Dialect>();

  constructor(readonly tools: ModelTools) {}

  /** When a provider's pause ends, the latest of all; 0 when none is on. */
  get pausedUntil(): number {
    return Math.max(0, ...[...this.#limiters.values()].map((limiter) => limiter.pausedUntil));
  }

  for = (ref: ModelRef): ChatModel => {
    if (ref.protocol === 'scripted') {
      if (ref.model === WORD_COVER) return wordCover;
      return missing(`There is no script "${ref.model}"; there is "${WORD_COVER}".`);
    }
    if (ref.protocol === 'browser')
      return this.tools.browser?.(ref.model) ?? missing('No model can run in the browser here.');
    const { protocol } = ref;
    const origin = originOf(ref.url);
    const limiter = this.#limiters.get(origin) ?? new Limiter(this.tools.clock);
    this.#limiters.set(origin, limiter);
    return networkModel(
      { ...ref, protocol },
      {
        ...this.tools,
        limiter,
        dialects: this.#dialects,
        key: this.tools.keys[origin] ?? null,
        onText: this.tools.onText ?? null,
      },
    );
  };
}

const missing = (message: string): ChatModel => ({
  complete: () =>
    Promise.resolve({
      ok: false,
      failure: {
        kind: 'no-model',
        reach: 'stop',
        status: null,
        message,
        usage: { input: null, output: null, cached: null },
        latencyMs: 0,
      },
    }),
});
