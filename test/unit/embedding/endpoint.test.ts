import { describe, expect, test } from 'vitest';
import { EndpointEncoder, planTexts } from '$lib/embedding/endpoint/embeddings';
import { endpointCost, NOTED_ENDPOINT_PRICES, searchesOf } from '$lib/embedding/endpoint/prices';
import { EndpointError } from '$lib/embedding/endpoint/post';
import { rerank } from '$lib/embedding/endpoint/rerank';
import { Limiter, type Clock } from '$lib/llm/limiter';
import { quietTask } from '$lib/serbench/task';

const KEY = 'sk-very-secret-123';
const signal = new AbortController().signal;

interface Call {
  url: string;
  headers: Record<string, string>;
  body: { input?: string[]; model?: string; documents?: string[] };
}
type Answer = (call: Call) => Response;
const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
/** [length, 1] a text, in reverse order, as a server may answer. */
const vectors: Answer = ({ body }) =>
  json({
    data: (body.input ?? []).map((text, index) => ({ index, embedding: [text.length, 1] })).reverse(),
    usage: { prompt_tokens: 1000 },
  });

/** A server of scripted answers (the last one repeats), and a clock that only notes how long was slept. */
function server(...answers: Answer[]) {
  const calls: Call[] = [];
  const slept: number[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    sleep: (ms) => {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
  const fetcher = ((url: string, init: RequestInit) => {
    const call = {
      url,
      headers: init.headers as Record<string, string>,
      body: JSON.parse(init.body as string) as Call['body'],
    };
    calls.push(call);
    const answer = answers[Math.min(calls.length, answers.length) - 1]!;
    return Promise.resolve(answer(call));
  }) as typeof fetch;
  return { calls, slept, options: { key: KEY, limiter: new Limiter(clock), fetch: fetcher, clock } };
}
const endpoint = {
  baseUrl: 'https://host.test/v1/',
  model: 'Qwen3-Embedding-8B',
  prefix: { query: 'Q: ', document: '' },
  dimensions: null,
  characters: null,
};

describe('an embeddings endpoint', () => {
  test('gets exactly two headers and the model; rows follow the texts and have length 1', async () => {
    const { calls, options } = server(vectors);
    const encoder = await EndpointEncoder.open(endpoint, options, signal);
    const { vectors: rows, tokens } = await encoder.encode(['aa', ''], 'query', quietTask());
    expect(calls[1]).toMatchObject({
      url: 'https://host.test/v1/embeddings',
      body: { model: 'Qwen3-Embedding-8B', input: ['Q: aa', 'Q: '], encoding_format: 'float' },
    });
    expect(Object.keys(calls[1]!.headers).sort()).toEqual(['authorization', 'content-type']);
    expect([...rows]).toEqual(
      [5, 1, 3, 1].map((value, i) => Math.fround(value / Math.hypot(i < 2 ? 5 : 3, 1))),
    );
    expect(tokens).toBe(1000);
    expect(encoder.identity).toMatchObject({ model: 'Qwen3-Embedding-8B', revision: 'https://host.test' });
  });

  test('without a key there is no authorization header', async () => {
    const { calls, options } = server(vectors);
    await EndpointEncoder.open(endpoint, { ...options, key: null }, signal);
    expect(Object.keys(calls[0]!.headers)).toEqual(['content-type']);
  });

  test('a 429 pauses as long as it says; a 500 is tried again; then it goes on', async () => {
    const { calls, slept, options } = server(
      () => json({ error: { message: 'slow down' } }, 429, { 'retry-after': '7' }),
      () => json({ error: { message: 'oops' } }, 500),
      vectors,
    );
    await EndpointEncoder.open(endpoint, options, signal);
    expect(calls).toHaveLength(3);
    expect(slept[0]).toBe(7000);
  });

  test.each<[string, Answer, string, number]>([
    ['a refused key', () => json({ error: { message: `bad key ${KEY}` } }, 401), 'key-refused', 1],
    ['an unknown model', () => json({ error: { message: 'no such model' } }, 404), 'not-found', 1],
    ['a web page', () => new Response('<!doctype html><p>hello'), 'web-page', 1],
    [
      'an error with status 200',
      () => json({ error: { message: `overloaded for ${KEY}` } }),
      'error-in-body',
      4,
    ],
    ['another shape', () => json({ choices: [] }), 'not-embeddings', 1],
    ['fewer vectors than texts', () => json({ data: [] }), 'count', 1],
  ])('%s: named, tried %#, and the key is in no message', async (_, answer, kind, attempts) => {
    const { calls, options } = server(answer);
    const error: unknown = await EndpointEncoder.open(endpoint, options, signal).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(EndpointError);
    expect((error as EndpointError).kind).toBe(kind);
    expect(calls).toHaveLength(attempts);
    const everything = JSON.stringify(error) + String(error) + String((error as Error).stack);
    expect(everything).not.toContain(KEY);
  });

  test('a server that cuts prompts in silence is found out by its count', async () => {
    const { options } = server(vectors, ({ body }) =>
      json({
        data: (body.input ?? []).map((_, index) => ({ index, embedding: [1, 1] })),
        usage: { prompt_tokens: 512 },
      }),
    );
    const encoder = await EndpointEncoder.open(endpoint, options, signal);
    await expect(encoder.encode(['word '.repeat(4000)], 'document', quietTask())).rejects.toThrow(
      /prompt cut/,
    );
  });

  test('a guard on characters cuts, and counts what it cut', async () => {
    const { calls, options } = server(vectors);
    const encoder = await EndpointEncoder.open({ ...endpoint, characters: 4 }, options, signal);
    const { cut } = await encoder.encode(['12345', '123'], 'document', quietTask());
    expect(cut).toBe(1);
    expect(calls[1]!.body.input).toEqual(['1234', '123']);
  });
});

test('texts are sent in their order, 32 a call and 200,000 characters at most', () => {
  const texts = Array.from({ length: 70 }, (_, i) => `${i}`);
  expect(planTexts(texts).map(({ length }) => length)).toEqual([32, 32, 6]);
  expect(planTexts(texts).flat()).toEqual(texts);
  expect(planTexts(['x'.repeat(150_000), 'y'.repeat(150_000)]).map(({ length }) => length)).toEqual([1, 1]);
});

describe('what a run costs', () => {
  const price = { perMillionTokens: 0.05, perThousandSearches: 2 };
  test('tokens and searches at their prices', () => {
    expect(endpointCost({ tokens: 2_000_000, searches: 0 }, price)).toBeCloseTo(0.1, 12);
    expect(endpointCost({ tokens: 2_000_000, searches: 500 }, price)).toBeCloseTo(1.1, 12);
    expect([1, 100, 101].map(searchesOf)).toEqual([1, 1, 2]);
  });
  test('an unknown price is no price of zero', () => {
    expect(endpointCost({ tokens: 1, searches: 1 }, null)).toBeNull();
    const unknown = { perMillionTokens: null, perThousandSearches: null };
    expect(endpointCost({ tokens: 1, searches: 1 }, unknown)).toBeNull();
  });
  test('noted prices carry the day they were noted', () => {
    expect(NOTED_ENDPOINT_PRICES.length).toBeGreaterThan(0);
    for (const { asOf } of NOTED_ENDPOINT_PRICES) expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe('a rerank endpoint', () => {
  const reranker = { url: 'https://host.test/v2/rerank', model: 'jina-reranker' };
  test('gives one relevance a document, in the order of the documents', async () => {
    const { calls, options } = server(() =>
      json({
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.1 },
        ],
      }),
    );
    expect(await rerank(reranker, options, 'q', ['a', 'b'], signal)).toEqual([0.1, 0.9]);
    expect(calls[0]!.body).toEqual({ model: 'jina-reranker', query: 'q', documents: ['a', 'b'], top_n: 2 });
  });
  test('an answer that leaves documents out is refused', async () => {
    const { options } = server(() => json({ results: [{ index: 1, relevance_score: 0.9 }] }));
    await expect(rerank(reranker, options, 'q', ['a', 'b'], signal)).rejects.toThrow(/2 documents were sent/);
  });
  test('no documents, no call', async () => {
    const { calls, options } = server(vectors);
    expect(await rerank(reranker, options, 'q', [], signal)).toEqual([]);
    expect(calls).toHaveLength(0);
  });
});

describe('an endpoint’s address, key and size', () => {
  const task = quietTask();
  const ask = (options: object, baseUrl = endpoint.baseUrl) => {
    const url = `${baseUrl}rerank`;
    return rerank(
      { url, model: 'm' },
      { key: KEY, limiter: new Limiter(server().options.clock), ...options },
      'q',
      ['d'],
      task.signal,
    );
  };
  test.each(['http://10.0.0.1/', 'http://localhost.evil/', 'http://0.0.0.0:8000/'])(
    '%s gets no request',
    async (url) => {
      const { options, calls } = server(() => json({}));
      await expect(ask(options, url)).rejects.toMatchObject({ kind: 'address' });
      expect(calls).toHaveLength(0);
    },
  );
  test('an escaped key in a refusal is blanked', async () => {
    const key = 'sk-SENTINEL/12=';
    const said = JSON.stringify({ error: { message: `bad ${key}` } })
      .replaceAll('/', '\\/')
      .replaceAll('=', '\\u003d');
    const { options } = server(() => new Response(said, { status: 401 }));
    const error = await ask({ ...options, key }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('bad [key]');
  });
  test('a key too short to blank leaves the numbers as they are', async () => {
    const { options } = server(() => json({ results: [{ index: 0, relevance_score: 0.1 }] }));
    expect(await ask({ ...options, key: '1' })).toEqual([0.1]);
  });
  test('a body that does not end is cut off, and not asked for again', async () => {
    const piece = new Uint8Array(8 * 2 ** 20).fill(32);
    let sent = 0;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (++sent > 200) controller.close();
          else controller.enqueue(piece);
        },
      });
    const { options, calls } = server(() => new Response(body(), { status: 500 }));
    await expect(ask(options)).rejects.toMatchObject({ kind: 'too-large' });
    expect(calls).toHaveLength(1);
    expect(sent).toBeLessThan(10);
  });
  test('the fourth refusal is told at once: no wait after the last attempt', async () => {
    const { options, slept, calls } = server(() => json({ error: { message: 'down' } }, 500));
    await expect(ask(options)).rejects.toMatchObject({ kind: 'server-error' });
    expect([calls.length, slept]).toEqual([4, [500, 1000, 2000]]);
  });
  test('a web page names the address asked', async () => {
    const { options } = server(() => new Response('<!doctype html>'));
    await expect(ask(options)).rejects.toThrow('https://host.test/v1/rerank');
  });
});
