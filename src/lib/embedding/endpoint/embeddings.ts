import { z } from 'zod';
import type { Task } from '$lib/serbench/task';
import type { Encoded, Encoder, TextKind, VectorIdentity } from '../encoder';
import { normaliseRows } from '../transformer/pooling';
import { EndpointError, postJson, type EndpointCall } from './post';

/** An OpenAI-compatible `/embeddings` endpoint and how to use it. */
export interface EmbeddingsEndpoint {
  /** Up to and with `/v1` or the like; `/embeddings` is added. */
  baseUrl: string;
  model: string;
  prefix: Readonly<Record<TextKind, string>>;
  /** Asks for fewer dimensions where the model allows it. */
  dimensions: number | null;
  /** Characters kept of a text, a guard before the server's own cut; null: all. */
  characters: number | null;
}

const TEXTS_A_CALL = 32;
const CHARACTERS_A_CALL = 200_000;

const Reply = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: z.number().nonnegative().optional() }).nullish(),
});

/** Calls with few enough texts and characters each, in the order of the texts. */
export function planTexts(texts: readonly string[]): string[][] {
  const calls: string[][] = [];
  let call: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (call.length > 0 && (call.length === TEXTS_A_CALL || characters + text.length > CHARACTERS_A_CALL)) {
      calls.push(call);
      call = [];
      characters = 0;
    }
    call.push(text);
    characters += text.length;
  }
  if (call.length > 0) calls.push(call);
  return calls;
}

/** An encoder behind an endpoint. Its revision is the endpoint's origin: the server does not state another. */
export class EndpointEncoder implements Encoder {
  readonly identity: VectorIdentity;
  readonly prefix: Readonly<Record<TextKind, string>>;

  private constructor(
    readonly endpoint: EmbeddingsEndpoint,
    private readonly call: EndpointCall,
    readonly dimensions: number,
  ) {
    const { model, characters, prefix } = endpoint;
    const how = `endpoint${characters === null ? '' : `@${characters} characters`}`;
    this.identity = { model, revision: new URL(call.url).origin, dtype: 'as served', how };
    this.prefix = prefix;
  }

  /** Asks for one vector, to see that the endpoint works and how many dimensions it gives. */
  static async open(
    endpoint: EmbeddingsEndpoint,
    options: Omit<EndpointCall, 'url'>,
    signal: AbortSignal,
  ): Promise<EndpointEncoder> {
    const call = { ...options, url: `${endpoint.baseUrl.replace(/\/+$/, '')}/embeddings` };
    const probe = await ask(call, endpoint, ['test'], signal);
    return new EndpointEncoder(endpoint, call, probe.rows[0]?.length ?? 0);
  }

  async encode(texts: readonly string[], kind: TextKind, task: Task): Promise<Encoded> {
    const { dimensions, endpoint } = this;
    const limit = endpoint.characters ?? Infinity;
    const whole = texts.map((text) => this.prefix[kind] + text);
    const vectors = new Float32Array(texts.length * dimensions);
    let tokens = 0;
    let told = true;
    let done = 0;
    for (const batch of planTexts(whole.map((text) => text.slice(0, limit)))) {
      await task.checkpoint();
      const { rows, promptTokens } = await ask(this.call, endpoint, batch, task.signal);
      rows.forEach((row, i) => {
        if (row.length !== dimensions) {
          throw new EndpointError(
            'dimensions',
            200,
            `A vector has ${row.length} numbers, not ${dimensions}.`,
          );
        }
        vectors.set(row, (done + i) * dimensions);
      });
      if (promptTokens === null) told = false;
      else tokens += promptTokens;
      done += batch.length;
      task.progress({ done, total: texts.length, unit: 'texts' });
    }
    normaliseRows(vectors, dimensions);
    return {
      vectors,
      dimensions,
      tokens: told ? tokens : null,
      cut: whole.filter(({ length }) => length > limit).length,
    };
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

async function ask(
  call: EndpointCall,
  endpoint: EmbeddingsEndpoint,
  input: readonly string[],
  signal: AbortSignal,
): Promise<{ rows: number[][]; promptTokens: number | null }> {
  const { model, dimensions } = endpoint;
  // An empty text is refused by some servers; a blank is as meaningless and passes.
  const texts = input.map((text) => (text === '' ? ' ' : text));
  const body = {
    model,
    input: texts,
    encoding_format: 'float',
    ...(dimensions === null ? {} : { dimensions }),
  };
  const parsed = Reply.safeParse(await postJson(call, body, signal));
  if (!parsed.success)
    throw new EndpointError('not-embeddings', 200, 'The answer holds no list of embeddings.');
  const { data, usage } = parsed.data;
  const rows = input.map((_, i) => data.find(({ index }) => index === i)?.embedding);
  if (data.length !== input.length || !rows.every((row) => row !== undefined)) {
    throw new EndpointError(
      'count',
      200,
      `${input.length} texts were sent, vectors for ${data.length} came back.`,
    );
  }
  checkPrompt(texts, usage?.prompt_tokens);
  return { rows, promptTokens: usage?.prompt_tokens ?? null };
}

/** A server that counts far fewer tokens than there are characters for has cut the texts in silence. */
function checkPrompt(texts: readonly string[], counted: number | undefined): void {
  if (counted === undefined || counted === 0) return;
  // No usual tokenizer needs fewer than one token for eight characters of text or code.
  const least = texts.reduce((sum, text) => sum + text.trim().length, 0) / 8;
  if (counted < 0.8 * least) {
    const message = `The server counted ${counted} tokens where at least ${Math.ceil(least)} were sent: prompt cut. Lower the characters a text.`;
    throw new EndpointError('prompt-cut', 200, message);
  }
}
