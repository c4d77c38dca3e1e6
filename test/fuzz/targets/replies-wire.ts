import { mostBytesFor } from '$lib/llm/http/body';
import { send } from '$lib/llm/http/send';
import { PROTOCOL, type NetworkProtocol } from '$lib/llm/protocols';

const KEY = 'sk-FUZZ/0123+4567=';
const TOKENS = 64;
const PROTOCOLS = Object.keys(PROTOCOL) as NetworkProtocol[];

const GOOD: Record<NetworkProtocol, string[]> = {
  openai: [
    '{"choices":[{"delta":{"content":"a"},"message":{"content":"b"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}}',
    '{"error":{"message":"m","code":503}}',
  ],
  anthropic: [
    '{"type":"content_block_delta","delta":{"text":"a"}}',
    '{"content":[{"type":"tool_use","input":{"ids":[]}}],"stop_reason":"tool_use"}',
  ],
  gemini: ['{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}'],
  ollama: ['{"message":{"content":"a"},"done":true,"done_reason":"stop","prompt_eval_count":0}'],
};

const SCRAPS = [
  'null',
  '[]',
  '{}',
  '1e999',
  '"\\ud800"',
  '{"a":',
  '<!doctype html>',
  '[DONE]',
  '\u0000',
  KEY,
];

/** Bodies of the four protocols, whole and streamed, broken in any way: an answer or a failure, never a throw. */
export const target = {
  name: 'replies-wire',
  async run(random: () => number): Promise<void> {
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const name = pick(PROTOCOLS);
    const stream = random() < 0.7;
    const body = bodyOf(name, stream, random, pick);
    const status = random() < 0.8 ? 200 : pick([400, 401, 404, 429, 500, 529]);
    const type = pick(['text/event-stream', 'application/json', 'text/plain', '']);
    let live = '';
    const sent = await send(
      { url: 'https://api.example/v1', headers: {}, body: {} },
      {
        protocol: PROTOCOL[name],
        fetch: () =>
          Promise.resolve(
            new Response(inPieces(body, random), { status, headers: { 'content-type': type } }),
          ),
        key: KEY,
        stream,
        maxOutputTokens: TOKENS,
        signal: new AbortController().signal,
        arrived: () => undefined,
        onText: (part, from) => (live = live.slice(0, from) + part),
      },
    );
    const kept = JSON.stringify(sent) + live;
    // Escapes apart: a key is one whether its slashes are escaped or not. A body may hold half a key: that is none.
    if (kept.replaceAll('\\', '').includes(KEY)) throw new Error(`${name}: the key came through: ${body}`);
    if (sent.ok && typeof sent.reply.text !== 'string')
      throw new Error(`${name}: a reply without text: ${body}`);
    if (sent.ok && sent.raw.length > 2 * mostBytesFor(TOKENS))
      throw new Error(`${name}: an unbounded raw body`);
    if (sent.ok && stream && live !== '' && live !== sent.reply.text)
      throw new Error(`${name}: the live text differs from the answer: ${body}`);
    if (!sent.ok && sent.failed.message === '') throw new Error(`${name}: a failure without words: ${body}`);
  },
};

function bodyOf(
  name: NetworkProtocol,
  stream: boolean,
  random: () => number,
  pick: <T>(from: readonly T[]) => T,
): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    let part = random() < 0.75 ? pick(GOOD[name]) : pick(SCRAPS);
    if (random() < 0.2) part = part.replace('"a"', JSON.stringify(KEY));
    if (random() < 0.2) part = part.replaceAll('/', '\\/');
    if (random() < 0.2) part = part.slice(0, Math.floor(random() * part.length));
    if (random() < 0.1) part = part.replace('"stop"', pick(['7', 'null', '{}', '[]', '"error"']));
    return stream && PROTOCOL[name].framing === 'sse' && random() < 0.95 ? `data: ${part}\n\n` : `${part}\n`;
  });
  return stream ? parts.join(pick(['', ': ping\n\n', '\r\n'])) : (parts[0] ?? '');
}

function inPieces(body: string, random: () => number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const end = at + 1 + Math.floor(random() * 40);
      controller.enqueue(bytes.slice(at, end));
      at = end;
    },
  });
}
