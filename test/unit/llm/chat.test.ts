import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseReply } from '$lib/complement/reply/parse';
import type { NetworkProtocol } from '$lib/llm/protocols';
import { networkModel } from '$lib/llm/chat';
import { startMock, type Mock } from '../../mock-llm/server';
import { PROVIDERS } from '../../mock-llm/providers';
import { ask, endpoint, makeTools, quickClock, REQUEST, SENTINEL } from './tools';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const ALL: NetworkProtocol[] = ['openai', 'anthropic', 'gemini', 'ollama'];
const ANSWER = '{"ids":["a","b"],"missing":""}';

describe.each(ALL)('%s', (protocol) => {
  it.each([false, true])('answers with text, finish, usage and model (stream: %s)', async (stream) => {
    const outcome = await ask(mock, protocol, 'ok', makeTools({ stream }));
    expect(outcome).toMatchObject({
      ok: true,
      reply: { text: ANSWER, finish: 'stop', rung: 'schema', reportedModel: 'mock-1' },
    });
    const input = Math.ceil(REQUEST.messages.map((message) => message.content).join('\n').length / 3);
    expect(outcome.ok && outcome.reply.usage).toMatchObject({
      input,
      output: Math.ceil(ANSWER.length / 4) + 2,
    });
  });

  it.each([false, true])('sends this request and exactly these headers (stream: %s)', async (stream) => {
    mock.seen.length = 0;
    await ask(mock, protocol, 'ok', makeTools({ stream }));
    const { headers, body, path } = mock.seen[0]!;
    const ours = Object.keys(headers)
      .filter((name) => PROVIDERS[protocol]!.headers.includes(name))
      .sort();
    expect(ours).toEqual(PROVIDERS[protocol]!.headers);
    expect(path).not.toContain(SENTINEL);
    expect({ path, body }).toMatchSnapshot();
  });

  it('sends no key header without a key', async () => {
    mock.seen.length = 0;
    await ask(mock, protocol, 'ok', makeTools({ key: null }));
    const { headers } = mock.seen[0]!;
    expect([headers.authorization, headers['x-api-key'], headers['x-goog-api-key']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reads an answer that is streamed byte by byte', async () => {
    const texts: string[] = [];
    const outcome = await ask(
      mock,
      protocol,
      'bytewise',
      makeTools({
        stream: true,
        onText: (part, from) => {
          expect(from).toBe(texts.join('').length);
          texts.push(part);
        },
      }),
    );
    expect(outcome).toMatchObject({ ok: true, reply: { text: ANSWER, finish: 'stop' } });
    expect(texts.join('')).toBe(ANSWER);
    expect(texts.length).toBeGreaterThan(1);
  });

  it.each([false, true])('reports a cut answer as cut (stream: %s)', async (stream) => {
    const outcome = await ask(mock, protocol, 'cut', makeTools({ stream }));
    expect(outcome.ok && parseReply(outcome.reply.text, outcome.reply.finish)).toEqual({
      ok: false,
      reason: 'cut',
    });
    expect(outcome.ok && outcome.reply.usage.output).toBeGreaterThan(0);
  });

  it.each(['fence', 'reasoning'])('keeps the raw text of a %s, which still parses', async (scenario) => {
    const outcome = await ask(mock, protocol, scenario, makeTools());
    expect(outcome.ok && parseReply(outcome.reply.text, outcome.reply.finish)).toMatchObject({
      ok: true,
      body: { ids: ['a', 'b'] },
    });
  });

  it.each([
    ['status-401', 'key-refused', 'stop', 401, 'refused the key'],
    ['status-402', 'no-credit', 'stop', 402, 'no credit left'],
    ['status-403', 'forbidden', 'stop', 403, 'may not do this'],
    ['status-404', 'not-found', 'stop', 404, 'no such address or model'],
    ['status-408', 'timeout', 'retry', 408, 'gave up waiting'],
    ['status-413', 'prompt-too-long', 'state', 413, 'larger than the server accepts'],
    ['status-429', 'rate-limited', 'stop', 429, 'fewer requests'],
    ['status-429-quota', 'no-credit', 'stop', 429, 'no credit left'],
    ['status-500', 'server-error', 'retry', 500, 'failed on its side'],
    ['status-502-page', 'server-error', 'retry', 502, 'failed on its side'],
    ['status-529', 'overloaded', 'stop', 529, 'overloaded'],
    ['context-length', 'prompt-too-long', 'state', 400, 'longer than the model accepts'],
    ['page', 'web-page', 'stop', 200, 'web page instead of JSON'],
    ['not-json', 'not-json', 'retry', 200, 'not JSON'],
    ['empty-choices', 'no-choice', 'retry', 200, 'holds no'],
  ])('%s ends as %s', async (scenario, kind, reach, status, message) => {
    const outcome = await ask(mock, protocol, scenario, makeTools());
    expect(outcome).toMatchObject({ ok: false, failure: { kind, reach, status } });
    expect(outcome.ok ? '' : outcome.failure.message).toContain(message);
  });

  it('finds the error in a body with HTTP 200', async () => {
    const outcome = await ask(mock, protocol, 'error-in-body', makeTools());
    expect(outcome).toMatchObject({
      ok: false,
      failure: { reach: 'retry', message: expect.stringContaining('something broke') },
    });
  });

  it('reads a code 429 inside a body with HTTP 200 as a rate limit', async () => {
    const tools = makeTools();
    expect(await ask(mock, protocol, 'error-in-body-429-once', tools)).toMatchObject({ ok: true });
    expect(tools.slept).toEqual([1000]);
  });

  it('never shows a key that the provider echoes', async () => {
    const outcome = await ask(mock, protocol, 'echo-key', makeTools());
    expect(JSON.stringify(outcome)).not.toContain(SENTINEL);
    expect(outcome.ok ? '' : outcome.failure.message).toContain('[key]');
  });
});

describe('waiting', () => {
  it('backs off without Retry-After and goes on', async () => {
    const tools = makeTools();
    expect(await ask(mock, 'openai', 'status-429-once', tools)).toMatchObject({ ok: true });
    expect(tools.slept).toEqual([1000]);
  });
  it('waits as long as Retry-After says', async () => {
    const tools = makeTools();
    expect(await ask(mock, 'openai', 'status-429-after-once', tools)).toMatchObject({ ok: true });
    expect(tools.slept).toEqual([7000]);
  });
  it('waits for an overloaded provider too', async () => {
    const tools = makeTools();
    expect(await ask(mock, 'anthropic', 'status-529-once', tools)).toMatchObject({ ok: true });
    expect(tools.slept).toEqual([1000]);
  });
  it('doubles the wait up to a minute, then hands back to the user', async () => {
    const tools = makeTools();
    expect(await ask(mock, 'openai', 'status-429', tools)).toMatchObject({
      ok: false,
      failure: { reach: 'stop' },
    });
    expect(tools.slept).toEqual(
      [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000].slice(0, tools.slept.length),
    );
    expect(tools.slept.length).toBeGreaterThanOrEqual(6);
  });
});

describe('the capability ladder', () => {
  it.each([
    ['openai', 'no-schema', 'json'],
    ['openai', 'no-format', 'prompt'],
    ['openai', 'no-json-object', 'schema'],
    ['openai', 'no-temperature', 'schema'],
    ['openai', 'no-max-tokens', 'schema'],
    ['openai', 'no-caps', 'schema'],
    ['ollama', 'no-schema', 'json'],
    ['anthropic', 'no-tools', 'prompt'],
  ] as const)('%s, %s: reaches an answer on the rung %s and remembers', async (protocol, scenario, rung) => {
    mock.seen.length = 0;
    const tools = makeTools();
    expect(await ask(mock, protocol, scenario, tools)).toMatchObject({ ok: true, reply: { rung } });
    const needed = mock.seen.length;
    expect(await ask(mock, protocol, scenario, tools)).toMatchObject({ ok: true, reply: { rung } });
    expect(mock.seen.length).toBe(needed + 1);
  });
  it('drops stream_options where they are unknown', async () => {
    expect(await ask(mock, 'openai', 'no-stream-options', makeTools({ stream: true }))).toMatchObject({
      ok: true,
      reply: { text: ANSWER },
    });
  });
  it('ends when the lowest rung is refused too', async () => {
    expect(await ask(mock, 'openai', 'status-400', makeTools())).toMatchObject({
      ok: false,
      failure: { kind: 'bad-request', reach: 'stop' },
    });
  });
});

describe('what never arrives', () => {
  it('times out, and says after how long', async () => {
    const tools = makeTools({ clock: quickClock([], 40), timeoutMs: 50 });
    const outcome = await ask(mock, 'openai', 'silent', tools);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timeout', reach: 'retry', status: null } });
  });
  it('rejects with the reason of an abort', async () => {
    const stop = new AbortController();
    const pending = ask(mock, 'openai', 'silent', makeTools(), stop.signal);
    setTimeout(() => stop.abort(new Error('paused by the user')), 20);
    await expect(pending).rejects.toThrow('paused by the user');
  });
  it('names host, page origin and the connection test when nothing answers', async () => {
    const tools = makeTools();
    const model = { protocol: 'openai' as const, url: 'http://127.0.0.1:9/v1', model: 'mock' };
    const outcome = await networkModel(model, tools).complete(REQUEST, new AbortController().signal);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable', reach: 'retry' } });
    expect(outcome.ok ? '' : outcome.failure.message).toContain('https://lab.example');
  });
});

describe('prompt cut (case 21)', () => {
  it('fails the call when the server read less than 80% of the prompt', async () => {
    const tools = makeTools({ countTokens: () => 126 });
    expect(await ask(mock, 'ollama', 'prompt-cut', tools)).toMatchObject({
      ok: false,
      failure: {
        kind: 'prompt-cut',
        reach: 'state',
        message: expect.stringMatching(/^Prompt cut: the server reports 100 .* 126 were sent .* num_ctx/),
      },
    });
  });
  it('lets 80% pass', async () => {
    expect(await ask(mock, 'ollama', 'prompt-cut', makeTools({ countTokens: () => 125 }))).toMatchObject({
      ok: true,
    });
  });
  it('tells Ollama a context that holds prompt and answer', async () => {
    mock.seen.length = 0;
    await networkModel(
      endpoint(mock, 'ollama', 'prompt-cut'),
      makeTools({ countTokens: () => 20_000 }),
    ).complete(REQUEST, new AbortController().signal);
    expect(mock.seen[0]?.body.options).toMatchObject({ num_ctx: 32_768 });
  });
});
