import type { ChatRequest, Finish, Usage } from '$lib/complement/model';
import { list, record, sum, text, textOrNull, tokens, type Loose } from '../loose';
import { join, type BuildOptions, type Protocol, type WireRead } from '../wire';
import { Collected, readWhole } from './collected';

/** Gemini's generateContent protocol. The key goes into a header, never into the URL. */
export const gemini: Protocol = {
  dialect: { rung: 'schema', temperature: true, cap: 'max_tokens', streamUsage: true, system: true },
  framing: 'sse',
  build: (model, request, options) => ({
    url: join(model.url, `v1beta/models/${encodeURIComponent(model.model)}:${method(options.stream)}`),
    headers: { 'content-type': 'application/json', ...keyHeader(options.key) },
    body: {
      ...(request.messages.some(({ role }) => role === 'system') && {
        systemInstruction: { parts: partsOf(request, 'system') },
      }),
      contents: [{ role: 'user', parts: partsOf(request, 'user') }],
      generationConfig: {
        ...(options.dialect.temperature && { temperature: request.temperature }),
        maxOutputTokens: request.maxOutputTokens,
        ...format(request, options),
      },
    },
  }),
  read: (body) => readWhole(new GeminiStream('candidate'), body),
  stream: () => new GeminiStream('candidate'),
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

class GeminiStream extends Collected {
  #blocked = false;

  protected take({ candidates, usageMetadata, modelVersion, promptFeedback }: Loose): void {
    if (record(promptFeedback).blockReason) this.#blocked = true;
    if (usageMetadata) this.reply.usage = usageOf(usageMetadata);
    this.reply.model ??= textOrNull(modelVersion);
    for (const entry of list(candidates)) {
      const candidate = record(entry);
      this.pieces += 1;
      for (const part of list(record(candidate.content).parts))
        if (record(part).thought !== true) this.reply.text += text(record(part).text);
      if (candidate.finishReason) this.reply.finish = finishOf(candidate.finishReason);
    }
  }

  /** A prompt that was blocked has no candidate: that is an answer too. */
  override end(): WireRead {
    const read = super.end();
    const blocked = this.#blocked && (read.ok || read.error.code === 'no-choice');
    return blocked ? { ok: true, reply: { ...this.reply, finish: 'filter' } } : read;
  }
}
