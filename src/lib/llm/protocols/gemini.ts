import type { ChatRequest, Finish, Usage } from '$lib/complement/model';
import { list, record, sum, text, textOrNull, tokens } from '../loose';
import {
  join,
  type BuildOptions,
  type Protocol,
  type StreamRead,
  type WireRead,
  type WireReply,
} from '../wire';
import { wireError } from './error';

/** Gemini's generateContent protocol. The key goes into a header, never into the URL. */
export const gemini: Protocol = {
  dialect: { rung: 'schema', temperature: true, cap: 'max_tokens', streamUsage: true },
  framing: 'sse',
  build: (model, request, options) => ({
    url: join(model.url, `v1beta/models/${encodeURIComponent(model.model)}:${method(options.stream)}`),
    headers: { 'content-type': 'application/json', ...keyHeader(options.key) },
    body: {
      systemInstruction: { parts: partsOf(request, 'system') },
      contents: [{ role: 'user', parts: partsOf(request, 'user') }],
      generationConfig: {
        ...(options.dialect.temperature && { temperature: request.temperature }),
        maxOutputTokens: request.maxOutputTokens,
        ...format(request, options),
      },
    },
  }),
  read: (body) => {
    const stream = new GeminiStream();
    stream.push(body);
    return stream.end();
  },
  stream: () => new GeminiStream(),
  list: (model, key) => ({ url: join(model.url, 'v1beta/models?pageSize=1000'), headers: keyHeader(key) }),
  readList: (body) => {
    const rows = record(body).models;
    return Array.isArray(rows) ? rows.map((row) => text(record(row).name).replace(/^models\//, '')) : null;
  },
};

const method = (stream: boolean) => (stream ? 'streamGenerateContent?alt=sse' : 'generateContent');

const keyHeader = (key: string | null): Record<string, string> => (key ? { 'x-goog-api-key': key } : {});

const partsOf = (request: ChatRequest, role: string) =>
  request.messages.filter((message) => message.role === role).map((message) => ({ text: message.content }));

function format(request: ChatRequest, { dialect }: BuildOptions): Record<string, unknown> {
  if (dialect.rung === 'prompt') return {};
  return {
    responseMimeType: 'application/json',
    ...(dialect.rung === 'schema' && { responseSchema: geminiSchema(request.schema.schema) }),
  };
}

/** The subset of JSON Schema that the protocol knows: types in capitals, no `additionalProperties`. */
function geminiSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { type, properties, items, required } = schema;
  return {
    ...(typeof type === 'string' && { type: type.toUpperCase() }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(record(properties)).map(([name, inner]) => [name, geminiSchema(record(inner))]),
      ),
    }),
    ...(items !== undefined && { items: geminiSchema(record(items)) }),
    ...(required !== undefined && { required }),
  };
}

function finishOf(reason: unknown): Finish {
  if (reason === 'STOP') return 'stop';
  if (reason === 'MAX_TOKENS') return 'length';
  const filtered = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'];
  return filtered.includes(text(reason)) ? 'filter' : 'unknown';
}

/** Thinking tokens are billed as output and reported apart. */
function usageOf(value: unknown): Usage {
  const usage = record(value);
  return {
    input: tokens(usage.promptTokenCount),
    output: sum(tokens(usage.candidatesTokenCount), tokens(usage.thoughtsTokenCount)),
    cached: tokens(usage.cachedContentTokenCount),
  };
}

class GeminiStream implements StreamRead {
  #reply: WireReply = { text: '', finish: 'unknown', usage: usageOf({}), model: null };
  #failed: WireRead | null = null;
  #candidates = 0;
  #blocked = false;

  text = () => this.#reply.text;

  push(event: unknown): void {
    const error = wireError(event);
    if (error) this.#failed = { ok: false, error };
    const { candidates, usageMetadata, modelVersion, promptFeedback } = record(event);
    if (record(promptFeedback).blockReason) this.#blocked = true;
    if (usageMetadata) this.#reply.usage = usageOf(usageMetadata);
    this.#reply.model ??= textOrNull(modelVersion);
    for (const entry of list(candidates)) {
      const candidate = record(entry);
      this.#candidates += 1;
      for (const part of list(record(candidate.content).parts))
        if (record(part).thought !== true) this.#reply.text += text(record(part).text);
      if (candidate.finishReason) this.#reply.finish = finishOf(candidate.finishReason);
    }
  }

  end(): WireRead {
    if (this.#failed) return this.#failed;
    if (this.#blocked) return { ok: true, reply: { ...this.#reply, finish: 'filter' } };
    if (this.#candidates === 0)
      return { ok: false, error: { message: 'The answer holds no candidate.', code: 'no-choice' } };
    return { ok: true, reply: this.#reply };
  }
}
