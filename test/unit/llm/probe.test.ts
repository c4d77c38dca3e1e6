import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkModel } from '$lib/llm/chat';
import { mayCall } from '$lib/llm/probe/address';
import { probe, type NetworkPermission, type ProbeTools } from '$lib/llm/probe/probe';
import type { NetworkProtocol } from '$lib/llm/protocols';
import { presetFor, PRESETS } from '$lib/llm/presets';
import { readHeaderRules } from '../../../scripts/headers.mjs';
import { startMock, type Mock } from '../../mock-llm/server';
import { makeTools, SENTINEL } from './tools';

const ORIGIN = 'https://lab.example';
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ key: SENTINEL, models: ['mock'] });
});
afterAll(() => mock.close());

/** A fetch under a browser's rule: without leave for its origin, an answer cannot be read. */
const blocked: typeof fetch = (input, init) =>
  init?.mode === 'no-cors' ? fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'));

async function test(
  protocol: NetworkProtocol,
  url: string,
  over: {
    model?: string;
    key?: string | null;
    fetch?: typeof fetch;
    permission?: NetworkPermission;
    origin?: string;
    stream?: boolean;
  } = {},
) {
  const model = { protocol, url, model: over.model ?? 'mock' };
  const tools = makeTools({
    key: over.key === undefined ? SENTINEL : over.key,
    ...(over.fetch && { fetch: over.fetch }),
  });
  const probeTools: ProbeTools = {
    fetch: tools.fetch,
    pageOrigin: over.origin ?? ORIGIN,
    permission: () => Promise.resolve(over.permission ?? 'none'),
    key: tools.key,
    chat: (onText) => networkModel(model, { ...tools, ...(over.stream && { stream: true, onText }) }),
    ...(over.stream && { patienceMs: 50 }),
    signal: new AbortController().signal,
  };
  return probe(model, probeTools);
}

describe('the staged probe (case 19)', () => {
  it.each(['openai', 'anthropic', 'gemini', 'ollama'] as const)('%s: ready', async (protocol) => {
    const result = await test(protocol, mock.base(protocol));
    expect(result).toMatchObject({ outcome: 'ready', models: [expect.stringContaining('mock')] });
    expect(result.passed.at(-1)).toBe('answer');
  });
  it('a first piece of an answer counts as one: a slow model is not waited for to its end', async () => {
    // One event a character, 20 ms apart: the whole takes seconds.
    const slow = await test('openai', mock.base('openai', 'slow'), { stream: true });
    expect(slow).toMatchObject({ outcome: 'ready', message: 'Ready: mock has begun to answer, slowly.' });
    expect(slow.passed.at(-1)).toBe('answer');
    const quick = await test('openai', mock.base('openai'), { stream: true });
    expect(quick.message).toMatch(/^Ready: mock answers \(asked by schema\)/);
  });
  it('not running', async () => {
    const result = await test('ollama', 'http://127.0.0.1:9');
    expect(result).toMatchObject({
      outcome: 'not running',
      message: expect.stringContaining('ollama serve'),
    });
  });
  it('origin not allowed, with this page in the fix', async () => {
    const result = await test('ollama', mock.base('ollama'), { fetch: blocked });
    expect(result).toMatchObject({
      outcome: 'origin not allowed',
      message: expect.stringContaining(`OLLAMA_ORIGINS="${ORIGIN}"`),
    });
  });
  it('permission pending', async () => {
    const result = await test('ollama', 'http://127.0.0.1:9', { permission: 'prompt' });
    expect(result).toMatchObject({
      outcome: 'permission pending',
      message: expect.stringContaining('Allow it'.toLowerCase()),
    });
  });
  it('permission refused', async () => {
    const result = await test('ollama', mock.base('ollama'), { permission: 'denied' });
    expect(result).toMatchObject({ outcome: 'permission refused', message: expect.stringContaining(ORIGIN) });
  });
  it('a page of this machine is not asked for leave', async () => {
    const result = await test('ollama', mock.base('ollama'), {
      permission: 'denied',
      origin: 'http://127.0.0.1:4173',
    });
    expect(result.outcome).toBe('ready');
  });
  it('model unknown, with how to get it', async () => {
    const result = await test('ollama', mock.base('ollama'), { model: 'qwen' });
    expect(result).toMatchObject({ outcome: 'model unknown', message: expect.stringContaining('"qwen"') });
  });
  it('key refused, and the key not shown', async () => {
    const result = await test('openai', mock.base('openai'), { key: 'sk-other-key' });
    expect(result.outcome).toBe('key refused');
    expect(result.message).not.toContain('sk-other-key');
  });
  it('no answer: the reason of the call', async () => {
    const result = await test('openai', mock.base('openai', 'status-500'));
    expect(result).toMatchObject({ outcome: 'no answer', message: expect.stringContaining('HTTP 500') });
  });
  it('a web page in place of a list of models is found by the call', async () => {
    const result = await test('openai', mock.base('openai', 'page'));
    expect(result).toMatchObject({ outcome: 'no answer', message: expect.stringContaining('/v1') });
  });
  it('a list of models without end is cut off, and the call decides', async () => {
    let pulled = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (to) => {
          pulled += 1;
          if (pulled > 100) to.close();
          else to.enqueue(new Uint8Array(2 ** 20).fill(32));
        },
      });
    const list: typeof fetch = (input, init) =>
      init?.method === 'POST' ? fetch(input, init) : Promise.resolve(new Response(endless()));
    const result = await test('openai', mock.base('openai'), { fetch: list });
    expect(result).toMatchObject({ outcome: 'ready', models: [] });
    expect(result.message).toContain('longer than 4194304 bytes');
    expect(pulled).toBeLessThan(10);

    pulled = 0;
    const failing = await test('openai', mock.base('openai', 'status-500'), { fetch: list });
    expect(failing).toMatchObject({ outcome: 'no answer' });
    expect(failing.message).toContain('longer than 4194304 bytes');
  });
});

describe('addresses that a page may call', () => {
  it.each([
    ['https://api.example/v1', true],
    ['http://localhost:11434', true],
    ['http://127.0.0.1:1234/v1', true],
    ['http://192.168.1.7:8080', false],
    ['http://0.0.0.0:8080', false],
    ['http://localhost.evil:8080', false],
    ['http://127.0.0.1.evil.example', false],
    ['http://[::ffff:10.0.0.1]', false],
    ['https://:word@x.example', false],
    ['ftp://x.example', false],
    ['https://user@x.example', false],
    ['https://x.example/?key=1', false],
    ['api.example', false],
  ])('%s: %s', (url, ok) => {
    expect(mayCall(url, ORIGIN).ok).toBe(ok);
    expect(mayCall(url, '').ok).toBe(ok);
    expect(mayCall(url, ORIGIN, true).ok).toBe(ok);
  });
  it.each(['http://[::1]:11434', 'http://127.9.8.7:11434'])(
    '%s: not from a page, whose policy cannot name it; the message says what to use',
    (url) => {
      expect(mayCall(url, '').ok).toBe(true);
      expect(mayCall(url, ORIGIN)).toMatchObject({
        ok: false,
        message: expect.stringContaining('http://localhost:11434'),
      });
    },
  );
  it('every address of this machine that a page may call is in both policies', async () => {
    const { default: config } = await import('../../../svelte.config.js');
    const page: unknown = config.kit?.csp?.directives?.['connect-src'];
    const headers = readHeaderRules(readFileSync('static/_headers', 'utf8'));
    const workers = headers
      .flatMap(({ headers: pairs }) => pairs)
      .flatMap(([name, value]) => (name === 'Content-Security-Policy' ? value : []))
      .find((value) => value.includes('connect-src'));
    for (const host of ['localhost', '127.0.0.1', '[::1]', '127.0.0.2']) {
      const { ok } = mayCall(`http://${host}:1234`, ORIGIN);
      expect([page].flat().includes(`http://${host}:*`), host).toBe(ok);
      expect(workers?.includes(`http://${host}:*`), host).toBe(ok);
    }
  });
});

describe('presets', () => {
  it('are found by protocol and origin', () => {
    expect(presetFor('openai', 'https://api.deepseek.com/v2').id).toBe('deepseek');
    expect(presetFor('ollama', 'http://localhost:9999').id).toBe('ollama');
    expect(presetFor('openai', 'https://unknown.example').id).toBe('custom');
  });
  it('name the page in every fix, and every hosted one is https', () => {
    for (const preset of PRESETS) expect(preset.allow, preset.id).toContain('{origin}');
    for (const { url, local } of PRESETS) if (url !== '' && !local) expect(url).toMatch(/^https:/);
  });
});
