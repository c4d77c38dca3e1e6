import { describe, expect, it } from 'vitest';
import type { ChatModel } from '$lib/complement/model';
import { MemoryStore } from '$lib/complement/batch/memory-store';
import { recount } from '$lib/complement/batch/recount';
import { summarise } from '$lib/complement/export/summary';
import { wordCover } from '$lib/complement/scripted/word-cover';
import { expectState } from '$lib/complement/batch/dry-run';
import { makeJob, makeState, scriptedConfiguration, setting } from './fixtures';
import { STATES, batch, bytesOf, billing, Counted } from './batch-fixtures';

/** Twenty places, spread by a fixed rule so that a failure can be repeated. */
const KILLS = Array.from({ length: 20 }, (_, n) => (n * 37 + 11) % (STATES * 3));

describe('a batch', () => {
  it('runs every state once and stores every call before the next', async () => {
    const { end, input, store } = await batch({ concurrency: 4 });
    expect(end).toEqual({ status: 'done' });
    expect(input.tally).toMatchObject({ scored: STATES, failed: 0, calls: STATES * 3 });
    expect([store.calls.size, store.open.size]).toEqual([STATES * 3, 0]);
  });

  it.each(KILLS)(
    'killed at call %i: a resume makes exactly the missing calls, to the same bytes',
    async (k) => {
      const whole = await batch();
      const store = new MemoryStore();
      let killed: () => void = () => undefined;
      const dead = new Promise<void>((done) => (killed = done));
      const first = new Counted(k, killed);
      void batch({ store, model: first });
      await dead;
      expect(store.calls.size).toBe(k);
      expect(store.open.size).toBe(1);

      const second = new Counted(Infinity, () => undefined);
      const { end } = await batch({ store, model: second });
      expect(end.status).toBe('done');
      expect(first.answered + second.answered).toBe(STATES * 3);
      const all = [...first.made, ...second.made];
      expect(new Set(all.map(([text]) => text)).size).toBe(STATES * 3);
      expect(all.every(([, times]) => times === 1)).toBe(true);
      expect(bytesOf(store)).toBe(bytesOf(whole.store));
    },
  );

  it('gives the same bytes with one worker and with eight', async () => {
    const one = await batch();
    const eight = await batch({ concurrency: 8 });
    expect(bytesOf(eight.store)).toBe(bytesOf(one.store));
  });

  it('stops cleanly at the token budget and goes on when it is raised', async () => {
    const store = new MemoryStore();
    const first = await batch({ store, model: billing(900, 100), budget: { tokens: 10_000, cost: null } });
    expect(first.end).toMatchObject({ status: 'stopped', reason: expect.stringContaining('token budget') });
    expect(first.input.tally).toMatchObject({ calls: 10, inputTokens: 9000, scored: 3 });
    const rest = await batch({
      store,
      model: billing(900, 100),
      budget: { tokens: 100_000, cost: null },
      tally: first.input.tally,
    });
    expect(rest.end.status).toBe('done');
    expect(rest.input.tally).toMatchObject({ calls: STATES * 3, scored: STATES });
  });

  it('stops at the money budget when prices are known', async () => {
    const { end, input } = await batch({
      model: billing(1, 1),
      budget: { tokens: null, cost: 1 },
      costOf: (_ref, usage) => (usage.input === null ? null : 0.25),
    });
    expect(end).toMatchObject({ status: 'stopped', reason: expect.stringContaining('money budget') });
    expect(input.tally).toMatchObject({ calls: 4, cost: 1 });
  });

  it.each([1, 3, 8])(
    'keeps to the caps with %i states at once when calls take what is expected of them',
    async (concurrency) => {
      // Two messages of 400 tokens; at most 454 answer tokens are expected, and 100 come.
      const under = await batch({
        concurrency,
        countTokens: () => 400,
        model: billing(800, 100),
        budget: { tokens: 10_000, cost: null },
      });
      expect(under.end).toMatchObject({ status: 'stopped', reason: expect.stringContaining('token budget') });
      const { inputTokens, outputTokens } = under.input.tally;
      expect(inputTokens + outputTokens).toBeLessThanOrEqual(10_000);
      expect(inputTokens + outputTokens).toBeGreaterThan(10_000 - 1254);
      const money = await batch({
        concurrency,
        model: billing(1, 1),
        budget: { tokens: null, cost: 1.1 },
        costOf: (_ref, usage) => (usage.input === null ? null : 0.25),
      });
      expect(money.end).toMatchObject({ status: 'stopped', reason: expect.stringContaining('money budget') });
      expect(money.input.tally).toMatchObject({ calls: 4, cost: 1 });
    },
  );

  it('passes a cap by what the expectations were too low, not by the calls under way', async () => {
    const { input } = await batch({
      concurrency: 8,
      countTokens: () => 400,
      model: billing(1500, 500),
      budget: { tokens: 10_000, cost: null },
    });
    const { inputTokens, outputTokens, calls } = input.tally;
    // At least 1056 a call were expected, so that at most nine were under way: each cost 944 more at most.
    expect(calls).toBeLessThanOrEqual(9);
    expect(inputTokens + outputTokens).toBeLessThanOrEqual(10_000 + 9 * 944);
  });

  it('refuses a money budget where no price is known, before the first call', async () => {
    const configuration = scriptedConfiguration();
    configuration.models.proposal = { protocol: 'openai', url: 'https://host.example/v1', model: 'unpriced' };
    const { end, input, store } = await batch({
      setting: await setting(configuration),
      budget: { tokens: null, cost: 5 },
    });
    expect(end).toMatchObject({ reason: expect.stringContaining('no price of unpriced is known') });
    expect([input.tally.calls, store.open.size, store.failed.length]).toEqual([0, 0, 0]);
  });

  it.each(KILLS.slice(0, 8))(
    'killed at call %i: the spending is recounted from the stored calls',
    async (k) => {
      const costOf = (_ref: unknown, usage: { input: number | null }) =>
        usage.input === null ? null : usage.input / 1024;
      const whole = await batch({ model: billing(900, 100), costOf });
      const store = new MemoryStore();
      let killed: () => void = () => undefined;
      const dead = new Promise<void>((done) => (killed = done));
      const billed = billing(900, 100);
      let left = k;
      const model: ChatModel = {
        complete: (request, signal) => {
          if (left-- > 0) return billed.complete(request, signal);
          killed();
          return new Promise(() => undefined);
        },
      };
      void batch({ store, model, costOf });
      await dead;
      const stored = {
        eachCall: store.eachCall,
        outcomes: () => Promise.resolve([...store.outcomes.values()]),
      };
      const tally = await recount(stored, costOf, () => 0);
      expect(tally).toMatchObject({ calls: k, inputTokens: 900 * k, outputTokens: 100 * k });
      const { input } = await batch({ store, model: billed, costOf, tally });
      expect(input.tally).toEqual({ ...whole.input.tally, stored: k % 3 });
      expect({ ...(await recount(stored, costOf, () => 0)), stored: k % 3 }).toEqual(input.tally);
    },
  );

  it('counts what failed calls used, and takes back the note of a call that was held back', async () => {
    const failing: ChatModel = {
      complete: () =>
        Promise.resolve({
          ok: false,
          failure: {
            kind: 'prompt-cut',
            reach: 'state',
            status: 200,
            message: 'Prompt cut.',
            usage: { input: 70, output: 3, cached: null },
            latencyMs: 1,
          },
        }),
    };
    const { store, input } = await batch({ model: failing });
    const stored = {
      eachCall: store.eachCall,
      outcomes: () => Promise.resolve([...store.outcomes.values()]),
    };
    expect(store.open.size).toBe(0);
    expect(
      await recount(
        stored,
        () => null,
        () => 0,
      ),
    ).toEqual(input.tally);
    expect(input.tally).toMatchObject({ calls: 8, failed: 8, inputTokens: 560, outputTokens: 24 });
    const held = await batch({ model: billing(900, 100), budget: { tokens: 1000, cost: null } });
    expect([held.store.open.size, held.store.failed.length]).toEqual([0, 0]);
  });

  it('counts for the cap what an endpoint does not tell, and recounts the same', async () => {
    const configuration = scriptedConfiguration();
    const ref = { protocol: 'openai', url: 'https://host.example/v1', model: 'quiet' } as const;
    configuration.models = { proposal: ref, expansion: ref, finalization: ref };
    const { store, input, end } = await batch({
      setting: await setting(configuration),
      countTokens: () => 400,
      budget: { tokens: 10_000, cost: null },
    });
    expect(end).toMatchObject({ status: 'stopped', reason: expect.stringContaining('token budget') });
    const { calls, inputTokens, outputTokens } = input.tally;
    expect([inputTokens, outputTokens]).toEqual([calls * 800, calls * 400]);
    expect(inputTokens + outputTokens).toBeLessThanOrEqual(10_000);
    const stored = {
      eachCall: store.eachCall,
      outcomes: () => Promise.resolve([...store.outcomes.values()]),
    };
    expect(
      await recount(
        stored,
        () => null,
        () => 400,
      ),
    ).toEqual(input.tally);
  });

  it('pauses without losing a call', async () => {
    const store = new MemoryStore();
    let calls = 0;
    const model: ChatModel = {
      complete: (request, signal) => (calls++, wordCover.complete(request, signal)),
    };
    const first = await batch({ store, model, paused: () => (calls >= 7 ? 'Paused.' : null) });
    expect(first.end).toEqual({ status: 'stopped', reason: 'Paused.' });
    expect(store.calls.size).toBe(7);
    expect((await batch({ store, model })).end.status).toBe('done');
    expect(calls).toBe(STATES * 3);
  });

  it('stops when the key is refused, and counts nothing as failed', async () => {
    const refused: ChatModel = {
      complete: () =>
        Promise.resolve({
          ok: false,
          failure: {
            kind: 'key-refused',
            reach: 'stop',
            status: 401,
            message: 'The key is refused.',
            usage: { input: null, output: null, cached: null },
            latencyMs: 1,
          },
        }),
    };
    const { end, store, input } = await batch({ model: refused, concurrency: 4 });
    expect(end).toEqual({ status: 'stopped', reason: 'The key is refused.' });
    expect([store.outcomes.size, input.tally.failed]).toEqual([0, 0]);
    const summary = summarise([], STATES, input.setting);
    expect(summary).toMatchObject({ scored: 0, not_run: STATES });
  });

  it('keeps failed states apart, tries them again on resume, and stops after eight in a row', async () => {
    const failing = (bad: (text: string) => boolean): ChatModel => ({
      complete: (request, signal) =>
        bad(request.messages[1]?.content ?? '')
          ? Promise.resolve({
              ok: false,
              failure: {
                kind: 'server-error',
                reach: 'retry',
                status: 500,
                message: 'HTTP 500.',
                usage: { input: null, output: null, cached: null },
                latencyMs: 1,
              },
            })
          : wordCover.complete(request, signal),
    });
    const store = new MemoryStore();
    const { end, input } = await batch({ store, model: failing((text) => text.includes('Issue 3"')) });
    expect(end.status).toBe('done');
    expect(input.tally).toMatchObject({ scored: STATES - 1, failed: 1 });
    expect(store.outcomes.get('s3')).toMatchObject({ status: 'failed', reason: 'HTTP 500.', rows: [] });
    const again = await batch({ store, tally: input.tally });
    expect(again.input.tally).toMatchObject({ scored: STATES, failed: 0 });
    const hopeless = await batch({ model: failing(() => true) });
    expect(hopeless.end).toMatchObject({
      status: 'stopped',
      reason: expect.stringContaining('8 states failed in a row'),
    });
  });

  it('foresees calls and tokens exactly for the prompts of the first stage', async () => {
    const expected = await expectState(
      makeJob(makeState(60)),
      scriptedConfiguration(),
      (text) => text.length,
      () => 0.5,
    );
    expect(expected).toMatchObject({ states: 1, calls: 3, cost: 1.5 });
    expect(expected.outputTokens).toBe((8 + 48 + 8) * 22 + 240);
  });
});
