import type { ChatRequest, Finish } from '$lib/complement/model';
import { list, record, text, textOrNull, tokens } from '../loose';
import {
  join,
  type BuildOptions,
  type Protocol,
  type StreamRead,
  type WireRead,
  type WireReply,
} from '../wire';
import { wireError } from './error';
import { bearer } from './openai';

/**
 * Ollama's own protocol: unlike its compatible one it takes a context size. Without one the server silently
 * cuts long prompts to its default (ollama#17889). Sizes go in powers of two, since a change reloads the model.
 */
export const ollama: Protocol = {
  dialect: { rung: 'schema', temperature: true, cap: 'max_tokens', streamUsage: true },
  framing: 'json-lines',
  build: (model, request, options) => ({
    url: join(model.url, 'api/chat'),
    headers: { 'content-type': 'application/json', ...bearer(options.key) },
    body: {
      model: model.model,
      messages: request.messages,
      stream: options.stream,
      ...format(request, options),
      options: {
        ...(options.dialect.temperature && { temperature: request.temperature }),
        num_predict: request.maxOutputTokens,
        ...(options.promptTokens !== null && {
          num_ctx: contextSize(options.promptTokens * 1.25 + request.maxOutputTokens),
        }),
      },
    },
  }),
  read: (body) => {
    const stream = new OllamaStream();
    stream.push(body);
    return stream.end();
  },
  stream: () => new OllamaStream(),
  list: (model, key) => ({ url: join(model.url, 'api/tags'), headers: bearer(key) }),
  readList: (body) => {
    const rows = record(body).models;
    return Array.isArray(rows) ? list(rows).map((row) => text(record(row).name)) : null;
  },
};

function format(request: ChatRequest, { dialect }: BuildOptions): Record<string, unknown> {
  if (dialect.rung === 'prompt') return {};
  return { format: dialect.rung === 'schema' ? request.schema.schema : 'json' };
}

/** The least power of two from 8,192 on that holds the tokens. */
const contextSize = (needed: number) => 2 ** Math.max(13, Math.ceil(Math.log2(needed)));

function finishOf(done: unknown, reason: unknown): Finish {
  if (reason === 'length') return 'length';
  return done === true && (reason === 'stop' || reason === undefined) ? 'stop' : 'unknown';
}

class OllamaStream implements StreamRead {
  #reply: WireReply = {
    text: '',
    finish: 'unknown',
    usage: { input: null, output: null, cached: null },
    model: null,
  };
  #failed: WireRead | null = null;
  #messages = 0;

  text = () => this.#reply.text;

  push(event: unknown): void {
    const error = wireError(event);
    if (error) this.#failed = { ok: false, error };
    const { message, done, done_reason, prompt_eval_count, eval_count, model } = record(event);
    if (message !== undefined) this.#messages += 1;
    this.#reply.text += text(record(message).content);
    this.#reply.model ??= textOrNull(model);
    if (done !== true) return;
    this.#reply.finish = finishOf(done, done_reason);
    this.#reply.usage = { input: tokens(prompt_eval_count), output: tokens(eval_count), cached: null };
  }

  end(): WireRead {
    if (this.#failed) return this.#failed;
    if (this.#messages === 0)
      return { ok: false, error: { message: 'The answer holds no message.', code: 'no-choice' } };
    return { ok: true, reply: this.#reply };
  }
}
