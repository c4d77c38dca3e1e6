import { afterAll, beforeAll, expect, it } from 'vitest';
import { realClock } from '$lib/llm/limiter';
import { Models } from '$lib/llm/run/models';
import { startMock, type Mock } from '../../mock-llm/server';
import { REQUEST } from './tools';

/** The mock writes a token each 20 ms: 25 tokens in a limit. */
const LIMIT_MS = 500;
const SAID = JSON.stringify({ ids: ['a', 'b'], missing: 'the caller of the parser. '.repeat(5) });

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ answer: () => SAID });
});
afterAll(() => mock.close());

function modelOf(protocol: 'openai' | 'anthropic' | 'gemini' | 'ollama', scenario: string, parts: string[]) {
  const models = new Models({
    fetch: globalThis.fetch,
    clock: realClock,
    keys: {},
    timeoutMs: LIMIT_MS,
    countTokens: (text) => Math.ceil(text.length / 4),
    pageOrigin: 'https://lab.example',
    stream: true,
    onText: (part) => parts.push(part),
  });
  return models.for({ protocol, url: mock.base(protocol, scenario), model: 'mock' });
}

it.concurrent.each(['openai', 'anthropic', 'gemini', 'ollama'] as const)(
  '%s: a slow stream is heard to its end, far beyond the limit of silence',
  async (protocol) => {
    const parts: string[] = [];
    const started = performance.now();
    const outcome = await modelOf(protocol, 'slow', parts).complete(REQUEST, new AbortController().signal);
    expect(outcome).toMatchObject({ ok: true, reply: { text: SAID, finish: 'stop' } });
    expect(performance.now() - started).toBeGreaterThan(4 * LIMIT_MS);
    expect(parts.join('')).toBe(SAID);
    expect(parts.length).toBeGreaterThan(2);
  },
);

it('a server that stays silent is given up at the same limit', async () => {
  const outcome = await modelOf('openai', 'silent', []).complete(REQUEST, new AbortController().signal);
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timeout' } });
});
