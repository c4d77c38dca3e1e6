import type { ChatRequest, Finish, Usage } from '$lib/complement/model';
import { askedSchema } from '../ladder';
import { list, record, sum, text, textOrNull, tokens, type Loose } from '../loose';
import { join, type BuildOptions, type Protocol, type WireRead } from '../wire';
import { Collected } from './collected';
import { wireError } from './error';

/** The chat-completions protocol that most providers and local servers speak. */
export const openai: Protocol = {
  dialect: { rung: 'bounded', temperature: true, cap: 'max_tokens', streamUsage: true, system: true },
  framing: 'sse',
  build: (model, request, options) => ({
    url: join(model.url, 'chat/completions'),
    headers: { 'content-type': 'application/json', ...bearer(options.key) },
    body: {
      model: model.model,
      messages: request.messages,
      ...(options.dialect.temperature && { temperature: request.temperature }),
      ...(options.dialect.cap !== 'none' && { [options.dialect.cap]: request.maxOutputTokens }),
      ...format(request, options),
      stream: options.stream,
      ...(options.stream && options.dialect.streamUsage && { stream_options: { include_usage: true } }),
    },
  }),
  read: (body) => {
    const error = wireError(body);
    const choice = record(list(record(body).choices)[0]);
    if (error ?? choice.error) return { ok: false, error: error ?? choiceError(choice.error) };
    if (list(record(body).choices).length === 0) return noChoice;
    if (choice.finish_reason === 'error') return { ok: false, error: choiceError(null) };
    const message = record(choice.message);
    return {
      ok: true,
      reply: {
        text: contentText(message.content),
        finish: text(message.refusal) ? 'filter' : finishOf(choice.finish_reason),
        usage: usageOf(record(body).usage),
        model: textOrNull(record(body).model),
      },
    };
  },
  stream: () => new OpenAiStream('choice'),
  list: (model, key) => ({ url: join(model.url, 'models'), headers: bearer(key) }),
  readList: (body) => {
    const rows = record(body).data;
    return Array.isArray(rows) ? rows.map((row) => text(record(row).id)).filter((id) => id !== '') : null;
  },
};

export const bearer = (key: string | null): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {};

function format(request: ChatRequest, { dialect }: BuildOptions): Record<string, unknown> {
  if (dialect.rung === 'prompt') return {};
  if (dialect.rung === 'json') return { response_format: { type: 'json_object' } };
  return {
    response_format: { type: 'json_schema', json_schema: { ...askedSchema(request, dialect), strict: true } },
  };
}

const noChoice: WireRead = {
  ok: false,
  error: { message: 'The answer holds no choice.', code: 'no-choice' },
};

const choiceError = (error: unknown) =>
  wireError({ error }) ?? { message: 'The answer ended in an error of the provider.', code: null };

/** Content is a string, or a list of parts of which the text ones count. */
const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => text(record(part).text))
        .join('');

function finishOf(reason: unknown): Finish {
  if (reason === 'stop' || reason === 'eos' || reason === 'tool_calls') return 'stop';
  if (reason === 'length' || reason === 'max_tokens') return 'length';
  return reason === 'content_filter' ? 'filter' : 'unknown';
}

function usageOf(value: unknown): Usage {
  const usage = record(value);
  return {
    input: tokens(usage.prompt_tokens),
    output: tokens(usage.completion_tokens),
    cached: sum(
      tokens(record(usage.prompt_tokens_details).cached_tokens) ?? tokens(usage.prompt_cache_hit_tokens),
    ),
  };
}

class OpenAiStream extends Collected {
  protected take(body: Loose): void {
    this.reply.model ??= textOrNull(body.model);
    if (body.usage) this.reply.usage = usageOf(body.usage);
    for (const entry of list(body.choices)) {
      const choice = record(entry);
      this.pieces += 1;
      if (choice.error) this.fail(choiceError(choice.error));
      else if (choice.finish_reason === 'error') this.fail(choiceError(null));
      this.reply.text += contentText(record(choice.delta).content);
      if (text(record(choice.delta).refusal)) this.reply.finish = 'filter';
      else if (choice.finish_reason) this.reply.finish = finishOf(choice.finish_reason);
    }
  }
}
