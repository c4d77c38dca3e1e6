import { describe, expect, it, vi } from 'vitest';
import { retryAfter } from '$lib/llm/failure';
import { Limiter, realClock } from '$lib/llm/limiter';
import { NOTED_PRICES } from '$lib/llm/noted-prices';
import { costBy, costOf, priceOf, priceSchema } from '$lib/llm/prices';
import { quickClock } from './tools';

const signal = new AbortController().signal;

describe('prices', () => {
  const price = priceSchema.parse({
    model: 'm',
    input: 1,
    cached: 0.1,
    output: 10,
    currency: 'USD',
    asOf: '2026-01-01',
  });
  const at = (model: string) => ({ protocol: 'openai' as const, url: 'https://host.example/v1', model });
  const used = { input: 1_000_000, output: 0, cached: null };
  it('give the cost of a usage, cached tokens apart', () => {
    expect(costOf({ input: 1_000_000, output: 100_000, cached: 500_000 }, price)).toBeCloseTo(
      0.5 + 0.05 + 1,
      12,
    );
  });
  it('never take the unknown for zero', () => {
    expect(costOf({ input: 1, output: 1, cached: null }, null)).toBeNull();
    expect(costOf({ input: null, output: 1, cached: null }, price)).toBeNull();
    expect(priceOf([price], 'm-large')).toBeNull();
  });
  it('are dated, and say where they were read', () => {
    for (const noted of NOTED_PRICES) {
      expect(priceSchema.safeParse(noted).success).toBe(true);
      expect(noted.source).toMatch(/read|lists/);
    }
    expect(NOTED_PRICES.map(({ model }) => model)).toContain('deepseek-v4-pro');
  });
  it('are nothing for what runs here, and do not add up over two currencies', () => {
    const euro = { ...price, model: 'e', currency: 'EUR' };
    const here = { protocol: 'browser' as const, url: '', model: 'small' };
    expect(costBy([price], [at('m'), at('other')])(at('m'), used)).toBe(1);
    expect(costBy([price], [at('m'), at('other')])(at('other'), used)).toBeNull();
    expect(costBy([price, euro], [at('m'), at('e')])(at('m'), used)).toBeNull();
    expect(costBy([], [here])(here, { input: null, output: null, cached: null })).toBe(0);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each([
    ['7', 7000],
    ['0.5', 500],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['99999', 600_000],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%s -> %s', (header, expected) => {
    expect(retryAfter(header, now)).toBe(expected);
  });
});

describe('the real clock', () => {
  it('does not go back when the clock of the machine is set back', () => {
    const before = realClock.now();
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    try {
      expect(realClock.now()).toBeGreaterThanOrEqual(before);
    } finally {
      vi.useRealTimers();
    }
  });
  it('does not end a sleep beyond 24.8 days at once', async () => {
    const stop = new AbortController();
    const slept = realClock.sleep(2 ** 31 + 5, stop.signal).then(
      () => 'ended',
      () => 'aborted',
    );
    await realClock.sleep(20, signal);
    stop.abort(new Error('enough'));
    expect(await slept).toBe('aborted');
  });
});

describe('the limiter', () => {
  it('pauses every call of the provider, and counts one strike for a burst of refusals', async () => {
    const slept: number[] = [];
    const limiter = new Limiter(quickClock(slept));
    for (let n = 0; n < 8; n += 1) limiter.strike(null);
    expect(limiter.pausedUntil).toBe(1000);
    await Promise.all([limiter.ready(signal), limiter.ready(signal)]);
    expect(slept[0]).toBe(1000);
    limiter.strike(null);
    expect(limiter.pausedUntil - 1000).toBeGreaterThanOrEqual(2000);
    limiter.passed();
  });
  it('takes the longer of two pauses', () => {
    const limiter = new Limiter(quickClock([]));
    limiter.strike(30_000);
    limiter.strike(5000);
    expect(limiter.pausedUntil).toBe(30_000);
  });
  it('lets an abort through', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stop'));
    await expect(new Limiter(quickClock([])).ready(stop.signal)).rejects.toThrow('stop');
  });
});
