import { describe, expect, it } from 'vitest';
import { networkModel } from '$lib/llm/chat';
import type { Clock } from '$lib/llm/limiter';
import { makeTools, REQUEST } from './tools';

const KEY = 'sk-SENTINEL/93f1+c0ffee=';
const MODEL = { protocol: 'openai' as const, url: 'https://api.example/v1', model: 'mock' };
const signal = new AbortController().signal;
const ANSWER = '{"ids":["a","b"],"missing":""}';

const delta = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, ...more }] })}\n\n`;
const stop = delta('', { finish_reason: 'stop' });

/** Answers every request with these pieces, each after so many seconds of the clock. */
function streaming(pieces: Iterable<string>, clock?: SteppedClock, seconds = 0): typeof fetch {
  return (_url, init) => {
    const each = pieces[Symbol.iterator]();
    const aborted = init?.signal;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (clock) await clock.advance(seconds * 1000);
        if (aborted?.aborted) return controller.error(aborted.reason);
        const next = each.next();
        if (next.done) controller.close();
        else controller.enqueue(new TextEncoder().encode(next.value));
      },
    });
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve(new Response(body, { headers }));
  };
}

const whole =
  (body: string, status = 200): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': 'application/json' } }));

/** A clock that goes on only when told. */
class SteppedClock implements Clock {
  #now = 0;
  readonly #waiting = new Set<{ at: number; wake: () => void }>();
  now = () => this.#now;
  sleep = (ms: number, stopped: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const entry = { at: this.#now + ms, wake: resolve };
      this.#waiting.add(entry);
      stopped.addEventListener('abort', () => {
        this.#waiting.delete(entry);
        reject(stopped.reason as Error);
      });
    });
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    for (const entry of this.#waiting)
      if (entry.at <= this.#now) {
        this.#waiting.delete(entry);
        entry.wake();
      }
    await new Promise((done) => setTimeout(done, 0));
  }
}

const complete = (over: Parameters<typeof makeTools>[0], model = MODEL) =>
  networkModel(model, makeTools({ key: KEY, stream: true, ...over })).complete(REQUEST, signal);

describe('a slow stream', () => {
  it('of one token a second for six minutes is heard to its end, under a limit of 30 s of silence', async () => {
    const clock = new SteppedClock();
    const pieces = [...Array<string>(360).fill(delta('x')), stop];
    const outcome = await complete({ clock, timeoutMs: 30_000, fetch: streaming(pieces, clock, 1) });
    expect(outcome).toMatchObject({
      ok: true,
      reply: { text: 'x'.repeat(360), finish: 'stop', latencyMs: 362_000 },
    });
  });
  it('that goes silent ends, and what had come is kept without the key', async () => {
    const clock = new SteppedClock();
    function* pieces() {
      yield delta(`half an answer ${KEY}`);
      void clock.advance(31_000);
      yield delta('too late');
    }
    const outcome = await complete({ clock, timeoutMs: 30_000, fetch: streaming(pieces(), clock, 1) });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timeout', reach: 'retry' } });
    const message = outcome.ok ? '' : outcome.failure.message;
    expect(message).toContain('silent for 30 s');
    expect(message).toContain('half an answer [key]');
    expect(message).not.toContain('SENTINEL');
  });
  it('that breaks names the cause and keeps what had come', async () => {
    function* pieces() {
      yield delta('half');
      throw Object.assign(new TypeError('terminated'), {
        cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
      });
    }
    const outcome = await complete({ fetch: streaming(pieces()) });
    const message = outcome.ok ? '' : outcome.failure.message;
    expect(message).toContain('terminated: UND_ERR_SOCKET other side closed');
    expect(message).toContain('"half"');
  });
  it('names the cause when nothing answers', async () => {
    const refuse = () =>
      Promise.reject(
        Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
        }),
      );
    const outcome = await complete({ fetch: refuse, pageOrigin: '' });
    expect(outcome.ok ? '' : outcome.failure.message).toContain('fetch failed: ECONNREFUSED no');
  });
});

describe('a key that comes back', () => {
  const split = (text: string) => [...text].map((char) => delta(char));
  it.each([
    ['in one delta', [delta(`a ${KEY} b`), stop]],
    ['split over deltas', [delta('a '), ...split(KEY), delta(' b'), stop]],
    [
      'in JSON escapes within the answer',
      [...split(`a ${KEY.replaceAll('/', '\\/').replaceAll('=', '\\u003d')} b`), stop],
    ],
    ['in wire escapes', [delta(`a ${KEY} b`).replaceAll('/', '\\/').replaceAll('=', '\\u003d'), stop]],
  ])('%s is not in the reply, the raw body or the live text', async (_, pieces) => {
    let live = '';
    const outcome = await complete({
      fetch: streaming(pieces),
      onText: (part, from) => (live = live.slice(0, from) + part),
    });
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'a [key] b' } });
    expect(live).toBe('a [key] b');
    const raw = outcome.ok ? outcome.reply.raw : '';
    const deltas = [...raw.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join('');
    for (const text of [JSON.stringify(outcome), deltas, raw.replaceAll('\\', '')])
      expect(text).not.toMatch(/SENTINEL/);
  });
  it('in a field other than the text, split, is not in the raw body', async () => {
    const pieces = [...KEY].map(
      (reasoning) => `data: ${JSON.stringify({ choices: [{ delta: { reasoning } }] })}\n\n`,
    );
    const outcome = await complete({ fetch: streaming([...pieces, delta('fine'), stop]) });
    const raw = outcome.ok ? outcome.reply.raw : '';
    expect(raw).toContain('[key]');
    expect(raw).toContain('withheld');
    expect([...raw.matchAll(/"reasoning":"(.)"/g)]).toEqual([]);
  });
  it.each([401, 200, 500])(
    'escaped in an error body with status %s is blanked in the message',
    async (status) => {
      const body = JSON.stringify({ error: { message: `bad ${KEY}` } })
        .replaceAll('/', '\\/')
        .replaceAll('=', '\\u003d');
      const outcome = await complete({ stream: false, fetch: whole(body, status) });
      expect(JSON.stringify(outcome)).not.toContain('SENTINEL');
      expect(JSON.stringify(outcome)).toContain('[key]');
    },
  );
  it.each(['1', 'E', 'ids', '"', 's'])('is left where it is too short to be one: %s', async (key) => {
    const body = JSON.stringify({ choices: [{ message: { content: ANSWER }, finish_reason: 'stop' }] });
    expect(await complete({ key, stream: false, fetch: whole(body) })).toMatchObject({
      ok: true,
      reply: { text: ANSWER, raw: body },
    });
  });
});

describe('the address is checked where the key is attached', () => {
  it.each([
    'http://192.168.1.7:8080/v1',
    'http://localhost.evil/v1',
    'http://0.0.0.0:1/v1',
    'ftp://x.example/v1',
  ])('%s: no request', async (url) => {
    let asked = 0;
    const fetch = () => {
      asked += 1;
      return Promise.resolve(new Response('{}'));
    };
    for (const pageOrigin of ['https://lab.example', ''])
      expect(await complete({ fetch, pageOrigin }, { ...MODEL, url })).toMatchObject({
        ok: false,
        failure: { kind: 'address', reach: 'stop' },
      });
    expect(asked).toBe(0);
  });
  it('Node may be told to use http; a page may not', async () => {
    const body = JSON.stringify({ choices: [{ message: { content: ANSWER }, finish_reason: 'stop' }] });
    const model = { ...MODEL, url: 'http://10.0.0.1/v1' };
    const asked = { fetch: whole(body), stream: false, plainHttp: true };
    expect(await complete({ ...asked, pageOrigin: '' }, model)).toMatchObject({ ok: true });
    expect(await complete(asked, model)).toMatchObject({ ok: false });
  });
});

describe('a provider that does not stop', () => {
  function* endless(piece: string) {
    for (let sent = 0; sent < 1000; sent += 1) yield piece;
  }
  const mib = 'x'.repeat(2 ** 20);
  it.each([
    ['events', delta(mib)],
    ['a line without end', mib],
  ])('%s are cut off by the output limit', async (_, piece) => {
    expect(await complete({ fetch: streaming(endless(piece)) })).toMatchObject({
      ok: false,
      failure: { kind: 'too-large', reach: 'state', message: expect.stringContaining('512 tokens') },
    });
  });
  it('tells the live channel new parts only', async () => {
    let told = 0;
    await complete({
      fetch: streaming([...Array<string>(500).fill(delta('y')), stop]),
      onText: (part) => (told += part.length),
    });
    expect(told).toBe(500);
  });
});

describe('answers that are none', () => {
  const choice = (over: object) => JSON.stringify({ choices: [{ message: { content: ANSWER }, ...over }] });
  it('a choice that ended in an error', async () => {
    expect(await complete({ stream: false, fetch: whole(choice({ finish_reason: 'error' })) })).toMatchObject(
      {
        ok: false,
        failure: { reach: 'retry', kind: 'error-in-body' },
      },
    );
    const streamed = [delta(ANSWER), delta('', { finish_reason: 'error' })];
    expect(await complete({ fetch: streaming(streamed) })).toMatchObject({
      ok: false,
      failure: { reach: 'retry' },
    });
  });
  it('a stream whose last choice carries an error', async () => {
    const slept: number[] = [];
    const tools = makeTools({
      stream: true,
      fetch: streaming([delta(ANSWER), delta('', { error: { code: 503, message: 'upstream' } })]),
    });
    const outcome = await networkModel(MODEL, tools).complete(REQUEST, signal);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'overloaded', status: 503 } });
    expect([...slept, ...tools.slept].length).toBeGreaterThan(0);
  });
  it('a broken line in a stream', async () => {
    expect(
      await complete({ fetch: streaming([delta(ANSWER), 'data: {"choices":[{"del\n\n', stop]) }),
    ).toMatchObject({
      ok: false,
      failure: { kind: 'not-json', reach: 'retry' },
    });
  });
  it('a web page names the address asked', async () => {
    const outcome = await complete({ stream: false, fetch: whole('<!doctype html><p>hello') });
    expect(outcome.ok ? '' : outcome.failure.message).toContain('https://api.example/v1/chat/completions');
  });
  it('a 429 that speaks of "too long" pauses, and does not fail the state', async () => {
    let asked = 0;
    const body = choice({ finish_reason: 'stop' });
    const fetch: typeof globalThis.fetch = (...call) =>
      ++asked === 1
        ? whole('{"error":{"message":"Too many tokens, queue too long"}}', 429)(...call)
        : whole(body)(...call);
    const tools = makeTools({ fetch });
    expect(await networkModel(MODEL, tools).complete(REQUEST, signal)).toMatchObject({ ok: true });
    expect(tools.slept).toEqual([1000]);
  });
  it('a prompt of 0 tokens is an unknown count, not a cut prompt', async () => {
    const body = JSON.stringify({
      choices: [{ message: { content: ANSWER }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 0, completion_tokens: 5 },
    });
    expect(await complete({ stream: false, fetch: whole(body), countTokens: () => 500 })).toMatchObject({
      ok: true,
      reply: { usage: { input: null, output: 5 } },
    });
  });
});

describe('a server that refuses the system role', () => {
  it.each(['openai', 'gemini', 'anthropic', 'ollama'] as const)(
    '%s: one step puts its words before the user’s',
    async (protocol) => {
      const bodies: string[] = [];
      const fetch: typeof globalThis.fetch = (url, init) => {
        bodies.push(init?.body as string);
        return whole('{"error":{"message":"System role not supported"}}', 400)(url, init);
      };
      const dialects = new Map();
      await networkModel({ ...MODEL, protocol }, makeTools({ fetch, dialects })).complete(REQUEST, signal);
      expect(bodies[1]).toMatch(/Reply with JSON\.\\n\\n<data/);
      expect(bodies[1]).not.toMatch(/"system"|systemInstruction/);
      expect(bodies[0]).not.toMatch(/Reply with JSON\.\\n\\n<data/);
    },
  );
});
