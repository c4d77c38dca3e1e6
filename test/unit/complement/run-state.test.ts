import { describe, expect, it } from 'vitest';
import { CALLED_METHODS, type CalledMethod } from '$lib/complement/methods';
import type { ChatModel, ChatOutcome } from '$lib/complement/model';
import { OUTPUT_CEILING } from '$lib/complement/attempts';
import { runState } from '$lib/complement/run/run-state';
import type { StateDone } from '$lib/complement/run/types';
import { wordCover } from '$lib/complement/scripted/word-cover';
import { scriptedModel } from '$lib/complement/scripted/reply';
import { id, makeJob, makeState, memoryTools, never, scriptedConfiguration, setting } from './fixtures';
import { cutJson, duplicates, lazy, nothing, otherState, partlyOther, prose, twoAnswers } from './scripts';

async function run(model: ChatModel, units = 60, method: CalledMethod = 'mss-complement') {
  const tools = memoryTools(model);
  const result = await runState(
    makeJob(makeState(units)),
    await setting(scriptedConfiguration(method)),
    tools,
    never,
  );
  expect(result.status).toBe('scored');
  return { done: result as StateDone, tools };
}

const failure = (kind: string, reach: 'stop' | 'state' | 'retry'): ChatOutcome => ({
  ok: false,
  failure: {
    kind,
    reach,
    status: 500,
    message: kind,
    usage: { input: 5, output: 0, cached: null },
    latencyMs: 1,
  },
});

describe('a state through the three stages', () => {
  it('keeps the cardinalities 8, min(48, N - 8), 4-8', async () => {
    const { done } = await run(wordCover);
    expect(done.traces.map((trace) => trace.ids.length).slice(0, 2)).toEqual([8, 48]);
    expect(done.rendered.ids.length).toBeGreaterThanOrEqual(4);
    expect(done.rendered.ids.length).toBeLessThanOrEqual(8);
    expect(done.fallbacks).toBe(0);
  });

  it('completes a lazy answer from the fused order and says which ids it filled', async () => {
    const { done } = await run(lazy);
    expect(done.traces.map((trace) => [trace.ids.length, trace.filled.length])).toEqual([
      [8, 7],
      [48, 47],
      [4, 3],
    ]);
    expect(done.fallbacks).toBe(0);
  });

  it('drops ids of another state and duplicates, and counts them', async () => {
    const foreign = await run(partlyOther);
    expect(foreign.done.traces[0]?.dropped).toEqual([{ id: 'evidence-of-another-state', reason: 'unknown' }]);
    const twice = await run(duplicates);
    expect(twice.done.traces[0]?.dropped).toEqual([
      { id: id(0), reason: 'duplicate' },
      { id: id(0), reason: 'duplicate' },
    ]);
  });

  it.each([
    ['nothing', nothing, 'empty'],
    ['prose', prose, 'not JSON'],
    ['cut JSON', cutJson, 'cut'],
    ['two answers in one', twoAnswers, 'ambiguous'],
    ['only ids of another state', otherState, 'no known id'],
  ])('falls back to the fused order, visibly, with a model that gives %s', async (_name, model, verdict) => {
    const { done } = await run(model);
    expect(done.fallbacks).toBe(3);
    for (const trace of done.traces) {
      expect(trace.fallback).toBe(true);
      expect(trace.attempts.map((attempt) => attempt.verdict)).toEqual([verdict, verdict, verdict]);
    }
    expect(done.rendered.ids).toEqual(Array.from({ length: 8 }, (_, index) => id(index)));
  });

  it('raises the cap after every cut answer, and keeps all usages', async () => {
    const caps: number[] = [];
    const model: ChatModel = {
      complete: async (request, signal) => {
        caps.push(request.maxOutputTokens);
        return (caps.length <= 2 ? cutJson : lazy).complete(request, signal);
      },
    };
    const { done } = await run(model);
    expect(caps.slice(0, 3)).toEqual([4096, 16384, 65536]);
    expect(done.traces[0]?.attempts.map((attempt) => attempt.verdict)).toEqual(['cut', 'cut', 'usable']);
    expect(done.traces[0]?.attempts.map((attempt) => attempt.max_output_tokens)).toEqual(caps.slice(0, 3));
    expect(done.traces[0]?.fallback).toBe(false);
  });

  it.each([
    [40_000, [40_000, OUTPUT_CEILING, OUTPUT_CEILING]],
    [OUTPUT_CEILING, [OUTPUT_CEILING, OUTPUT_CEILING, OUTPUT_CEILING]],
    [100_000, [100_000, 100_000, 100_000]],
  ])('raises a cap of %i to the ceiling at most, and lowers none', async (cap, expected) => {
    const configuration = scriptedConfiguration();
    configuration.decoding.maxOutputTokens.proposal = cap;
    const caps: number[] = [];
    const model: ChatModel = {
      complete: (request, signal) => (caps.push(request.maxOutputTokens), cutJson.complete(request, signal)),
    };
    await runState(makeJob(makeState(20)), await setting(configuration), memoryTools(model), never);
    expect(caps.slice(0, 3)).toEqual(expected);
  });

  it('gives three attempts to a mixture of faults, and the third can be the answer', async () => {
    const turns = [failure('timeout', 'retry'), prose, lazy] as const;
    let turn = 0;
    const seen: string[] = [];
    const model: ChatModel = {
      complete: (request, signal) => {
        seen.push(request.messages[1]?.content ?? '');
        const next = turns[turn++ % 3] ?? lazy;
        return 'ok' in next ? Promise.resolve(next) : next.complete(request, signal);
      },
    };
    const { done } = await run(model);
    expect(done.traces.map((trace) => trace.attempts.map(({ verdict }) => verdict))).toEqual(
      Array(3).fill(['timeout', 'not JSON', 'usable']),
    );
    expect(done.fallbacks).toBe(0);
    expect(seen.slice(0, 3).map((text) => text.includes('could not be used'))).toEqual([false, false, true]);
  });

  it('makes as many attempts as the configuration says', async () => {
    const configuration = scriptedConfiguration();
    configuration.decoding.attempts = 1;
    const tools = memoryTools(prose);
    const job = makeJob(makeState(20));
    const done = (await runState(job, await setting(configuration), tools, never)) as StateDone;
    expect(done.traces.map((trace) => trace.attempts.length)).toEqual([1, 1, 1]);
  });

  it('adds the retry note to every further try, and never two of them', async () => {
    const seen: string[] = [];
    await run(
      scriptedModel((request) => {
        seen.push(request.messages[1]?.content ?? '');
        return 'no';
      }),
    );
    expect(seen).toHaveLength(9);
    expect(seen[1]?.startsWith(seen[0] ?? '?')).toBe(true);
    expect(seen[1]).toContain('could not be used');
    expect(seen[2]).toBe(seen[1]);
  });

  it('uses at most three attempts for failing requests, then fails the state without a fallback', async () => {
    let calls = 0;
    const tools = memoryTools({
      complete: () => Promise.resolve((calls++, failure('server-error', 'retry'))),
    });
    const result = await runState(
      makeJob(makeState(20)),
      await setting(scriptedConfiguration()),
      tools,
      never,
    );
    expect(result).toMatchObject({ status: 'failed', failure: { kind: 'server-error' } });
    expect(calls).toBe(3);
    expect(tools.failed.map(([, call]) => call?.attempts.map(({ usage }) => usage.input))).toEqual([
      [5, 5, 5],
    ]);
    expect(tools.stored.size).toBe(0);
  });

  it('stops at once when no further call can succeed', async () => {
    let calls = 0;
    const tools = memoryTools({ complete: () => Promise.resolve((calls++, failure('key-refused', 'stop'))) });
    const result = await runState(
      makeJob(makeState(20)),
      await setting(scriptedConfiguration()),
      tools,
      never,
    );
    expect([result.status, calls]).toEqual(['failed', 1]);
  });

  it('makes no call that the store holds, and gives the same result', async () => {
    const tools = memoryTools(wordCover);
    const job = makeJob(makeState(40));
    const set = await setting(scriptedConfiguration());
    const first = await runState(job, set, tools, never);
    const begun = tools.begun.length;
    const second = await runState(job, set, tools, never);
    expect([begun, tools.begun.length]).toEqual([3, 3]);
    expect(second).toEqual(first);
  });

  it('makes only the changed stage and what follows it again', async () => {
    const tools = memoryTools(wordCover);
    const job = makeJob(makeState(40));
    await runState(job, await setting(scriptedConfiguration()), tools, never);
    const edited = scriptedConfiguration();
    edited.prompts.text.finalization += '\nBe brief.';
    await runState(job, await setting(edited), tools, never);
    expect(tools.begun).toHaveLength(4);
  });

  it('asks nothing of an expansion without candidates', async () => {
    const { done } = await run(lazy, 8);
    expect(done.traces.map((trace) => trace.stage)).toEqual(['proposal', 'finalization']);
  });

  it.each(CALLED_METHODS)(
    '%s makes no call, no fallback and an empty row of an empty pool',
    async (method) => {
      const { done, tools } = await run(prose, 0, method);
      expect([done.rendered.ids, done.fallbacks, done.traces, tools.begun]).toEqual([[], 0, [], []]);
      expect(done.selection.answers).toEqual([]);
    },
  );

  it('asks nothing of routes that name no unit', async () => {
    const tools = memoryTools(prose);
    const job = { ...makeJob(makeState(20)), routes: [[], []] };
    const done = await runState(job, await setting(scriptedConfiguration('ssr')), tools, never);
    expect(done).toMatchObject({ status: 'scored', fallbacks: 0, traces: [], rendered: { ids: [] } });
  });

  it('skips whole units above the token ceiling, in order', async () => {
    const job = makeJob(makeState(30), 2000);
    const result = await runState(job, await setting(scriptedConfiguration()), memoryTools(nothing), never);
    expect(result).toMatchObject({ rendered: { ids: [id(0), id(1), id(2)], tokens: 6000 } });
  });

  it('rejects with the reason of an abort', async () => {
    const stop = new AbortController();
    stop.abort(new Error('paused by the user'));
    await expect(
      runState(
        makeJob(makeState(20)),
        await setting(scriptedConfiguration()),
        memoryTools(lazy),
        stop.signal,
      ),
    ).rejects.toThrow('paused by the user');
  });

  it('refuses a ranking that is not of this pool', async () => {
    const job = { ...makeJob(makeState(20)), ranking: ['elsewhere'] };
    await expect(
      runState(job, await setting(scriptedConfiguration()), memoryTools(lazy), never),
    ).rejects.toThrow('elsewhere, which is not in its pool');
  });
});

describe('the controls', () => {
  it.each([
    ['independent-similarity', [8, 48, 7], 7],
    ['no-feedback-fixed', [8, 48, 7], 7],
    ['no-feedback-adaptive', [8, 48, 4], 4],
    ['ssr', [5], 5],
  ] as const)('%s keeps its geometry', async (method, sizes, returned) => {
    const { done } = await run(lazy, 100, method);
    expect(done.traces.map((trace) => trace.ids.length)).toEqual(sizes);
    expect(done.rendered.ids).toHaveLength(returned);
    expect(new Set(done.rendered.ids).size).toBe(returned);
  });

  it('gives ssr the leading ten of both routes, interleaved', async () => {
    const { done } = await run(lazy, 100, 'ssr');
    expect(done.traces[0]?.shown).toHaveLength(20);
    expect(done.traces[0]?.shown.slice(0, 4)).toEqual([id(0), id(99), id(1), id(98)]);
  });

  it('shows the second call of independent-similarity nothing of the first', async () => {
    const { done } = await run(lazy, 100, 'independent-similarity');
    expect(done.traces[1]?.shown).toHaveLength(100);
    expect(done.traces[1]?.messages[1]?.content).not.toContain('<data name="chosen">');
  });
});
