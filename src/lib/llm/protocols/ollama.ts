import type { ChatRequest, Finish } from '$lib/complement/model';
import { askedSchema } from '../ladder';
import { list, record, text, textOrNull, tokens, type Loose } from '../loose';
import { join, type BuildOptions, type Protocol } from '../wire';
import { Collected, readWhole } from './collected';
import { bearer } from './openai';

/**
 * Ollama's own protocol: unlike its compatible one it takes a context size. Without one the server silently
 * cuts long prompts to its default (ollama#17889). Sizes go in powers of two, since a change reloads the model.
 */
export const ollama: Protocol = {
  dialect: { rung: 'bounded', temperature: true, cap: 'max_tokens', streamUsage: true, system: true },
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
  read: (body) => readWhole(new OllamaStream('message'), body),
  stream: () => new OllamaStream('message'),
  list: (model, key) => ({ url: join(model.url, 'api/tags'), headers: bearer(key) }),
  readList: (body) => {
    const rows = record(body).models;
    return Array.isArray(rows) ? list(rows).map((row) => text(record(row).name)) : null;
  },
};

function format(request: ChatRequest, { dialect }: BuildOptions): Record<string, unknown> {
  if (dialect.rung === 'prompt') return {};
  return { format: dialect.rung === 'json' ? 'json' : askedSchema(request, dialect).schema };
}

/** The least power of two from 8,192 on that holds the tokens. */
const contextSize = (needed: number) => 2 ** Math.max(13, Math.ceil(Math.log2(needed)));

function finishOf(done: unknown, reason: unknown): Finish {
  if (reason === 'length') return 'length';
  return done === true && (reason === 'stop' || reason === undefined) ? 'stop' : 'unknown';
}

class OllamaStream extends Collected {
  protected take({ message, done, done_reason, prompt_eval_count, eval_count, model }: Loose): void {
    if (message !== undefined) this.pieces += 1;
    this.reply.text += text(record(message).content);
    this.reply.model ??= textOrNull(model);
    if (done !== true) return;
    this.reply.finish = finishOf(done, done_reason);
    this.reply.usage = { input: tokens(prompt_eval_count), output: tokens(eval_count), cached: null };
  }
}
