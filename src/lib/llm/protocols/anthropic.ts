import type { ChatRequest, Finish, Usage } from '$lib/complement/model';
import { list, record, sum, text, textOrNull, tokens, type Loose } from '../loose';
import { join, type BuildOptions, type Protocol } from '../wire';
import { Collected } from './collected';
import { wireError } from './error';

/**
 * Anthropic's messages protocol. The schema rung is a forced tool whose input is the answer; there is no JSON
 * mode, so the next rung is the prompt alone. Calls from a page need the provider's own opt-in header.
 */
export const anthropic: Protocol = {
  dialect: { rung: 'schema', temperature: true, cap: 'max_tokens', streamUsage: true, system: true },
  framing: 'sse',
  build: (model, request, options) => ({
    url: join(model.url, 'v1/messages'),
    headers: { 'content-type': 'application/json', ...keyHeaders(options.key) },
    body: {
      model: model.model,
      max_tokens: request.maxOutputTokens,
      ...(options.dialect.temperature && { temperature: request.temperature }),
      ...(request.messages.some(({ role }) => role === 'system') && { system: contentOf(request, 'system') }),
      messages: [{ role: 'user', content: contentOf(request, 'user') }],
      ...tool(request, options),
      stream: options.stream,
    },
  }),
  read: (body) => {
    const error = wireError(body);
    if (error) return { ok: false, error };
    const { content, stop_reason, usage, model } = record(body);
    if (list(content).length === 0)
      return { ok: false, error: { message: 'The answer holds no content.', code: 'no-choice' } };
    return {
      ok: true,
      reply: {
        text: list(content).map(blockText).join(''),
        finish: finishOf(stop_reason),
        usage: usageOf(usage),
        model: textOrNull(model),
      },
    };
  },
  stream: () => new AnthropicStream('content'),
  list: (model, key) => ({ url: join(model.url, 'v1/models'), headers: keyHeaders(key) }),
  readList: (body) => {
    const rows = record(body).data;
    return Array.isArray(rows) ? rows.map((row) => text(record(row).id)).filter((id) => id !== '') : null;
  },
};

const keyHeaders = (key: string | null): Record<string, string> => ({
  ...(key && { 'x-api-key': key }),
  'anthropic-version': '2023-06-01',
  'anthropic-dangerous-direct-browser-access': 'true',
});

const contentOf = (request: ChatRequest, role: string) =>
  request.messages
    .filter((message) => message.role === role)
    .map((message) => message.content)
    .join('\n\n');

function tool(request: ChatRequest, { dialect }: BuildOptions): Record<string, unknown> {
  if (dialect.rung !== 'schema') return {};
  const { name, schema } = request.schema;
  return {
    tools: [{ name, description: 'The answer.', input_schema: schema }],
    tool_choice: { type: 'tool', name },
  };
}

function blockText(block: unknown): string {
  const { type, text: words, input } = record(block);
  if (type === 'tool_use') return JSON.stringify(input ?? {});
  return type === 'text' ? text(words) : '';
}

function finishOf(reason: unknown): Finish {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'refusal') return 'filter';
  return reason === 'end_turn' || reason === 'tool_use' || reason === 'stop_sequence' ? 'stop' : 'unknown';
}

/** `input_tokens` leaves cached tokens out; the sum is the prompt. */
function usageOf(value: unknown): Usage {
  const usage = record(value);
  const read = tokens(usage.cache_read_input_tokens);
  return {
    input: sum(tokens(usage.input_tokens), read, tokens(usage.cache_creation_input_tokens)),
    output: tokens(usage.output_tokens),
    cached: read,
  };
}

class AnthropicStream extends Collected {
  /** The counts come in two events. */
  #usage: Loose = {};

  protected take({ type, message, delta, usage }: Loose): void {
    if (type === 'message_start') {
      this.reply.model = textOrNull(record(message).model);
      this.#usage = { ...record(record(message).usage) };
    }
    if (type === 'content_block_start') this.pieces += 1;
    if (type === 'content_block_delta')
      this.reply.text += text(record(delta).text) + text(record(delta).partial_json);
    if (type === 'message_delta') {
      this.reply.finish = finishOf(record(delta).stop_reason);
      this.#usage = { ...this.#usage, ...record(usage) };
    }
    this.reply.usage = usageOf(this.#usage);
  }
}
