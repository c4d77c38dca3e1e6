import { describe, expect, it } from 'vitest';
import { overBudget } from '$lib/complement/batch/budget';
import { Purse } from '$lib/complement/batch/purse';
import { EMPTY_TALLY } from '$lib/complement/batch/record';
import type { ModelRef } from '$lib/complement/config/schema';
import { MemoryStore } from '$lib/complement/batch/memory-store';
import { batch } from './batch-fixtures';

const billed: ModelRef = { protocol: 'openai', url: 'https://host.example/v1', model: 'm' };
const local: ModelRef = { protocol: 'browser', url: '', model: 'm' };
const usage = { input: 60, output: 40, cached: null };
const go = () => null;

describe('a budget', () => {
  it('refuses no model that costs nothing for want of a price', async () => {
    const purse = new Purse({ ...EMPTY_TALLY }, { tokens: null, cost: 1 }, () => null);
    expect(await purse.admit(local, usage, go)).toMatchObject({ ok: true });
    expect(await purse.admit(billed, usage, go)).toMatchObject({ ok: false });
  });

  it('takes a call that fits to the last token and the last cent, and none beyond', async () => {
    const priced = () => 0.25;
    const tokens = (cap: number) =>
      new Purse({ ...EMPTY_TALLY, inputTokens: 100 }, { tokens: cap, cost: null }, priced);
    expect(await tokens(200).admit(billed, usage, go)).toMatchObject({ ok: true });
    expect(await tokens(199).admit(billed, usage, go)).toMatchObject({ ok: false });
    const money = (cap: number) =>
      new Purse({ ...EMPTY_TALLY, cost: 0.25 }, { tokens: null, cost: cap }, priced);
    expect(await money(0.5).admit(billed, usage, go)).toMatchObject({ ok: true });
    expect(await money(0.49).admit(billed, usage, go)).toMatchObject({ ok: false });
  });

  it('that is spent exactly allows no further call', () => {
    const spent = { ...EMPTY_TALLY, inputTokens: 60, outputTokens: 40, cost: 0.5 };
    expect(overBudget(spent, { tokens: 100, cost: null })).toContain('100 of 100');
    expect(overBudget(spent, { tokens: 101, cost: null })).toBeNull();
    expect(overBudget(spent, { tokens: null, cost: 0.5 })).toContain('money budget is used up');
    expect(overBudget(spent, { tokens: null, cost: 0.51 })).toBeNull();
  });
});

it('counts only the calls that have a turn as begun: states that wait for one have sent nothing', async () => {
  const store = new MemoryStore();
  let out = 0;
  void batch({
    store,
    concurrency: 4,
    model: { complete: () => ((out += 1), new Promise(() => undefined)) },
  });
  await expect.poll(() => out).toBe(4);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(store.open.size).toBe(4);
});
