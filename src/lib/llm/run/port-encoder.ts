import { z } from 'zod';
import type { Encoded, Encoder, TextKind, VectorIdentity } from '$lib/embedding/encoder';
import type { Task } from '$lib/serbench/task';

/** An encoder that is open on the page, as a run in a worker uses it: texts go out by the port, vectors come back. */
export interface EncoderLink {
  /** As in the configuration. */
  name: string;
  identity: VectorIdentity;
  dimensions: number;
  prefix: Record<TextKind, string>;
  port: MessagePort;
}

const askSchema = z.union([
  z.object({ ask: z.int(), texts: z.array(z.string()), kind: z.enum(['query', 'document']) }),
  z.object({ cancel: z.int() }),
]);
const answerSchema = z.union([
  z.object({
    answer: z.int(),
    vectors: z.instanceof(Float32Array),
    tokens: z.number().nullable(),
    cut: z.number(),
  }),
  z.object({ answer: z.int(), error: z.string() }),
]);

/**
 * Answers from an encoder by a port until `close`; the other end goes to a worker. The encoder, and with it any key,
 * stays where it is. Texts are read one ask after another: states at once share texts, and what one of them had read
 * is then kept for the next, never read (and paid) twice.
 */
export function offerEncoder(name: string, encoder: Encoder): { link: EncoderLink; close: () => void } {
  const { port1, port2 } = new MessageChannel();
  const { identity, dimensions, prefix } = encoder;
  const running = new Map<number, AbortController>();
  let last: Promise<void> = Promise.resolve();
  const answer = async (ask: number, texts: string[], kind: TextKind) => {
    const stop = new AbortController();
    running.set(ask, stop);
    const before = last;
    let over: () => void = () => undefined;
    last = new Promise((resolve) => (over = resolve));
    await before;
    const task: Task = {
      signal: stop.signal,
      progress: () => undefined,
      checkpoint: () => {
        stop.signal.throwIfAborted();
        return Promise.resolve();
      },
    };
    try {
      stop.signal.throwIfAborted();
      const { vectors, tokens, cut } = await encoder.encode(texts, kind, task);
      port1.postMessage({ answer: ask, vectors, tokens, cut });
    } catch (error) {
      port1.postMessage({ answer: ask, error: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(ask);
      over();
    }
  };
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    const read = askSchema.safeParse(data);
    if (!read.success) return;
    if ('cancel' in read.data) running.get(read.data.cancel)?.abort();
    else void answer(read.data.ask, read.data.texts, read.data.kind);
  };
  const close = () => {
    for (const stop of running.values()) stop.abort();
    port1.close();
  };
  const link = { name, identity: { ...identity }, dimensions, prefix: { ...prefix }, port: port2 };
  return { link, close };
}

/** The worker's side of an offered encoder. */
export class PortEncoder implements Encoder {
  readonly identity: VectorIdentity;
  readonly dimensions: number;
  readonly prefix: Readonly<Record<TextKind, string>>;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>();
  #asks = 0;

  constructor({ identity, dimensions, prefix, port }: EncoderLink) {
    this.identity = identity;
    this.dimensions = dimensions;
    this.prefix = prefix;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = answerSchema.safeParse(data);
      if (read.success) this.#waiting.get(read.data.answer)?.(read.data);
    };
  }

  /** Rejects with the encoder's own words, and with the task's reason as soon as it is cancelled. */
  async encode(texts: readonly string[], kind: TextKind, { signal }: Task): Promise<Encoded> {
    signal.throwIfAborted();
    const ask = (this.#asks += 1);
    const answered = new Promise<z.infer<typeof answerSchema>>((resolve) => this.#waiting.set(ask, resolve));
    let cancel: () => void = () => undefined;
    const cancelled = new Promise<never>((_, reject) => {
      cancel = () => {
        this.#port.postMessage({ cancel: ask });
        reject(signal.reason as Error);
      };
    });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      this.#port.postMessage({ ask, texts: [...texts], kind });
      const reply = await Promise.race([answered, cancelled]);
      if ('error' in reply)
        throw new Error(`The encoder ${this.identity.model} gave no vectors: ${reply.error}`);
      const { dimensions } = this;
      if (reply.vectors.length !== texts.length * dimensions)
        throw new RangeError(
          `${this.identity.model} gave ${reply.vectors.length} numbers for ${texts.length} texts of ${dimensions} dimensions.`,
        );
      return { vectors: reply.vectors, dimensions, tokens: reply.tokens, cut: reply.cut };
    } finally {
      this.#waiting.delete(ask);
      signal.removeEventListener('abort', cancel);
    }
  }

  dispose(): Promise<void> {
    this.#port.close();
    return Promise.resolve();
  }
}
