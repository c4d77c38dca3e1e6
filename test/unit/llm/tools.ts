import type { ModelRef } from '$lib/complement/config/schema';
import type { ChatRequest } from '$lib/complement/model';
import { REPLY_SCHEMA } from '$lib/complement/reply/parse';
import { networkModel, type ChatTools } from '$lib/llm/chat';
import { Limiter, realClock, type Clock } from '$lib/llm/limiter';
import type { NetworkProtocol } from '$lib/llm/protocols';
import type { Mock } from '../../mock-llm/server';

export const SENTINEL = 'sk-SENTINEL-93f1c0ffee';

export const REQUEST: ChatRequest = {
  model: 'mock',
  messages: [
    { role: 'system', content: 'Reply with JSON.' },
    {
      role: 'user',
      content:
        '<data name="candidates">\n{"id":"a","text":"x"}\n{"id":"b","text":"y"}\n</data>\n\nGive exactly 2 ids.',
    },
  ],
  temperature: 0,
  maxOutputTokens: 512,
  schema: REPLY_SCHEMA,
};

/** A clock whose sleeps cost nothing and are written down; `timeoutMs` sleeps wait for real. */
export function quickClock(slept: number[], realFrom = Number.POSITIVE_INFINITY): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: (ms, signal) => {
      if (ms >= realFrom) return realClock.sleep(ms, signal);
      signal.throwIfAborted();
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

export function makeTools(over: Partial<ChatTools> = {}): ChatTools & { slept: number[] } {
  const slept: number[] = [];
  const clock = over.clock ?? quickClock(slept, 200_000);
  return {
    fetch: globalThis.fetch,
    clock,
    limiter: new Limiter(clock),
    dialects: new Map(),
    key: SENTINEL,
    timeoutMs: 240_000,
    countTokens: null,
    pageOrigin: 'https://lab.example',
    stream: false,
    onText: null,
    slept,
    ...over,
  };
}

export const endpoint = (
  mock: Mock,
  protocol: NetworkProtocol,
  scenario = 'ok',
): ModelRef & { protocol: NetworkProtocol } => ({
  protocol,
  url: mock.base(protocol, scenario),
  model: 'mock',
});

export const ask = (
  mock: Mock,
  protocol: NetworkProtocol,
  scenario: string,
  tools: ChatTools,
  signal: AbortSignal = new AbortController().signal,
) => networkModel(endpoint(mock, protocol, scenario), tools).complete(REQUEST, signal);
