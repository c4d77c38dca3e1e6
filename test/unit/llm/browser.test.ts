import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatRequest } from '$lib/complement/model';
import { hubSource } from '$lib/embedding/files/hub';
import { PromptTooLong } from '$lib/llm/browser/answer';
import type { GenerateApi } from '$lib/llm/browser/api';
import { BrowserModels } from '$lib/llm/browser/model';
import { nameOf, originKey, type BrowserOrigin } from '$lib/llm/browser/request';
import { chooseWeights } from '$lib/llm/browser/weights';
import { networkPermission } from '$lib/llm/probe/permission';
import { serve } from '$lib/worker/serve';

const origin = (id: string): BrowserOrigin => ({
  kind: 'hub',
  id,
  revision: 'main',
  hub: 'https://hub.test',
});
const request: ChatRequest = {
  model: 'a/one',
  messages: [{ role: 'user', content: 'question' }],
  temperature: 0,
  maxOutputTokens: 64,
  schema: { name: 'ids', schema: {} },
};
const { signal } = new AbortController();

afterEach(() => vi.unstubAllGlobals());

/** Workers that answer by `generate`; counts how many were started and how many calls ran at once. */
function models(generate: (prompt: string) => string) {
  const seen = { started: 0, running: 0, most: 0 };
  const start = () => {
    seen.started += 1;
    const api = {
      generate: async (_task, { messages, maxOutputTokens }) => {
        seen.running += 1;
        seen.most = Math.max(seen.most, seen.running);
        await new Promise((resolve) => setTimeout(resolve));
        seen.running -= 1;
        const text = generate(messages[0]?.content ?? '');
        return { text, inputTokens: 7, outputTokens: 3, cut: maxOutputTokens < 3, ran: 'a/one, q4, wasm' };
      },
    } as Pick<GenerateApi, 'generate'>;
    return serve(api).connect() as unknown as Worker;
  };
  return { seen, browser: new BrowserModels(start) };
}

describe('models in the browser', () => {
  it('answer one call at a time in one worker, with the counts of the model’s own tokenizer', async () => {
    const { seen, browser } = models(() => '{"ids": []}');
    const chat = browser.chat(origin('a/one'), 'a/one', null);
    const outcomes = await Promise.all([1, 2, 3].map(() => chat.complete(request, signal)));
    expect(outcomes[0]).toMatchObject({
      ok: true,
      reply: {
        text: '{"ids": []}',
        finish: 'stop',
        rung: 'prompt',
        usage: { input: 7, output: 3, cached: null },
        reportedModel: 'a/one, q4, wasm',
      },
    });
    expect([seen.started, seen.most]).toEqual([1, 1]);
    const cut = await chat.complete({ ...request, maxOutputTokens: 2 }, signal);
    expect(cut).toMatchObject({ ok: true, reply: { finish: 'length' } });
  });

  it('another model is another worker', async () => {
    const { seen, browser } = models(() => '{}');
    await browser.chat(origin('a/one'), 'a/one', null).complete(request, signal);
    await browser.chat(origin('b/two'), 'b/two', null).complete(request, signal);
    await browser.chat(origin('b/two'), 'b/two', null).complete(request, signal);
    expect(seen.started).toBe(2);
  });

  it('a worker in which something broke is let go; a prompt that is too long fails its state alone', async () => {
    const { seen, browser } = models((prompt) => {
      if (prompt === 'long') throw new PromptTooLong('Too long by far.');
      if (prompt === 'broken') throw new Error('Session already started');
      return '{}';
    });
    const ask = (content: string) =>
      browser
        .chat(origin('a/one'), 'a/one', null)
        .complete({ ...request, messages: [{ role: 'user', content }] }, signal);
    expect(await ask('long')).toMatchObject({
      ok: false,
      failure: { kind: 'prompt-too-long', reach: 'state', message: 'Too long by far.' },
    });
    await ask('fine');
    expect(seen.started).toBe(1);
    expect(await ask('broken')).toMatchObject({
      ok: false,
      failure: { kind: 'browser-model', reach: 'stop', message: expect.stringContaining('Session already') },
    });
    expect(await ask('fine')).toMatchObject({ ok: true });
    expect(seen.started).toBe(2);
  });

  it('a configuration whose model is not the chosen one fails with what to do', async () => {
    const { seen, browser } = models(() => '{}');
    for (const chosen of [null, origin('b/two')]) {
      const outcome = await browser.chat(chosen, 'a/one', null).complete(request, signal);
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'no-model', reach: 'stop' } });
    }
    expect(seen.started).toBe(0);
  });

  it('an abort rejects with the signal’s reason', async () => {
    const { browser } = models(() => '{}');
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(browser.chat(origin('a/one'), 'a/one', null).complete(request, stop.signal)).rejects.toThrow(
      'enough',
    );
  });

  it('are told apart by id and hub, folders by their files', () => {
    const folder = (bytes: string): BrowserOrigin => ({
      kind: 'folder',
      files: [{ path: 'my-model/config.json', blob: new Blob([bytes]) }],
    });
    expect([nameOf(origin('a/one')), nameOf(folder(''))]).toEqual(['a/one', 'my-model']);
    expect(originKey(folder('1'))).not.toBe(originKey(folder('12')));
    expect(originKey(origin('a/one'))).not.toBe(originKey(origin('a/two')));
  });
});

describe('the weights', () => {
  const all = ['onnx/model.onnx', 'onnx/model_q4.onnx', 'onnx/model_q4f16.onnx', 'onnx/model_quantized.onnx'];
  it.each([
    ['webgpu with half precision', all, 'q4f16', true],
    ['webgpu', all, 'q4', true],
    ['wasm', all, 'q4', true],
    ['wasm', ['onnx/model_quantized.onnx', 'onnx/model.onnx'], 'q8', false],
    ['wasm', ['onnx/model.onnx'], 'fp32', false],
  ] as const)('on %s are the smallest that run there: %s', (runs, paths, weights, first) => {
    expect(chooseWeights(paths, runs)).toMatchObject({ weights, first });
  });
  it('of half precision alone do not run on WASM', () => {
    expect(chooseWeights(['onnx/model_q4f16.onnx', 'onnx/model_fp16.onnx'], 'wasm')).toBeNull();
  });
});

describe('a hub’s list', () => {
  const sha256 = createHash('sha256').update('x').digest('hex');
  const listing = {
    sha: 'ab'.repeat(20),
    siblings: [{ rfilename: 'config.json', size: 1, lfs: { sha256, size: 1 } }],
  };
  function cache() {
    const held = new Map<string, ArrayBuffer>();
    const store = {
      match: (url: string) => Promise.resolve(held.has(url) ? new Response(held.get(url)!) : undefined),
      put: async (url: string, response: Response) => void held.set(url, await response.arrayBuffer()),
    } as unknown as Cache;
    return () => Promise.resolve(store);
  }
  const read = (open: () => Promise<Cache | null>) =>
    hubSource('a/one', 'main', 'https://hub.test', signal, open);

  it('serves again while the hub cannot be reached, and not when it refuses', async () => {
    vi.stubGlobal('location', { href: 'https://site.test/' });
    const open = cache();
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(listing)));
    expect((await read(open)).revision).toBe(listing.sha);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect((await read(open)).entries).toEqual([
      { path: 'config.json', bytes: 1, hash: { kind: 'sha256', hex: sha256 } },
    ]);
    await expect(read(cache())).rejects.toThrow('hub.test could not be reached');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('gone', { status: 404 })));
    await expect(read(open)).rejects.toThrow('the host answered 404');
  });
});

describe('the local-network permission', () => {
  const known = (...names: string[]) => ({
    permissions: {
      query: ({ name }: { name: string }) =>
        names.includes(name) ? Promise.resolve({ state: 'prompt' }) : Promise.reject(new TypeError(name)),
    },
  });
  it.each([
    ['the first name', known('local-network-access'), 'prompt'],
    ['a later name', known('loopback-network'), 'prompt'],
    ['no such name (Firefox)', known(), 'none'],
    ['no permissions at all (old Safari)', {}, 'none'],
  ])('%s', async (_case, navigator, expected) => {
    vi.stubGlobal('navigator', navigator);
    expect(await networkPermission()).toBe(expected);
  });
});
