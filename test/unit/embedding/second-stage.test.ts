import { describe, expect, test } from 'vitest';
import { memoryStore } from '$lib/embedding/cache/memory';
import { endpointScorer } from '$lib/embedding/endpoint/scorer';
import { cachedScorer } from '$lib/embedding/second-stage/cached-scorer';
import { cascadeStage } from '$lib/embedding/second-stage/cascade';
import type { PairKind, PairScorer } from '$lib/embedding/second-stage/pair-scorer';
import { pairStage } from '$lib/embedding/second-stage/pair-stage';
import { stageRows } from '$lib/embedding/second-stage/split';
import { Limiter, realClock } from '$lib/llm/limiter';
import { quietTask } from '$lib/serbench/task';
import { makeState, makeUnit } from '../../support/states';
import { openStaticFolder } from '../../../scripts/models';

const states = Array.from({ length: 5 }, (_, s) =>
  makeState(
    Array.from({ length: 7 }, (_, u) =>
      makeUnit(`u${u}`, `${'word '.repeat(((u * 3 + s) % 7) + 1)}${u} of ${s}`),
    ),
    { state_id: `s${s}`, issue: `issue ${s}`, information_need: `need ${s}` },
  ),
);
const [state] = states;
const pool = [0, 1, 2, 3, 4, 5, 6];
const stateOf = (id: string) => Promise.resolve(states.find(({ state_id }) => state_id === id)!);
const firsts = states.map(({ state_id: id }) => ({ id, order: pool }));
const sorted = (order: readonly number[]) => [...order].sort((a, b) => a - b);

/** Prefers long texts; notes what it read. */
function longest(kind: PairKind = 'cross-encoder', listwise = false): PairScorer & { read: string[][] } {
  const read: string[][] = [];
  return {
    read,
    kind,
    identity: { model: 'long', revision: 'r', dtype: 'fp32', how: 'mean@9' },
    prefix: { query: '', document: '' },
    listwise,
    score: (_, documents) => {
      read.push([...documents]);
      return Promise.resolve(documents.map(({ length }) => length / 3));
    },
  };
}

describe('second stages keep exactly the units they were given', () => {
  test('cascade by an encoder', async () => {
    const stage = cascadeStage(await openStaticFolder(), { leading: 3 });
    const order = await stage.order(state!, pool, quietTask());
    expect(sorted(order)).toEqual(pool);
    expect(order.slice(3)).toEqual(pool.slice(3));
    expect(stage.method('rrf')).toBe('cascade-3(rrf,complement-static-256)');
  });

  test.each(['cross-encoder', 'late-interaction', 'learned-sparse'] as const)(
    '%s over several states: leading units by score, the rest as they were, under its own name',
    async (kind) => {
      const scorer = longest(kind);
      const rows = await stageRows(pairStage(scorer, { leading: 4 }), firsts, 'rrf', stateOf, quietTask());
      expect(rows).toHaveLength(states.length);
      rows.forEach(({ method, state_id, ranked_evidence_ids: ids }, s) => {
        expect(method).toBe(`${kind}-4(rrf,long)`);
        expect(state_id).toBe(`s${s}`);
        const length = (id: string) =>
          states[s]!.candidate_evidence.find(({ evidence_id }) => evidence_id === id)!.content_excerpt.length;
        const expected = ['u0', 'u1', 'u2', 'u3'].toSorted((a, b) => length(b) - length(a));
        expect(ids).toEqual([...expected, 'u4', 'u5', 'u6']);
      });
      expect(scorer.read.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4]);
    },
  );

  test('the query form is part of the name; a ranking without units asks nothing', async () => {
    const scorer = longest();
    const stage = pairStage(scorer, { form: 'issue' });
    expect(stage.method('rrf')).toBe('cross-encoder-100(rrf,long,issue)');
    expect(await stage.order(state!, [], quietTask())).toEqual([]);
    expect(scorer.read).toEqual([]);
  });

  test('without a first ranking the whole pool is read, by evidence id', async () => {
    const rows = await stageRows(
      pairStage(longest(), { leading: 100 }),
      [{ id: 's0', order: null }],
      'pool',
      stateOf,
      quietTask(),
    );
    expect(rows[0]!.ranked_evidence_ids.toSorted()).toEqual(pool.map((unit) => `u${unit}`));
  });
});

describe('scores that are kept', () => {
  test('a run that was stopped goes on where it was, and ends in the same rows', async () => {
    const store = memoryStore();
    const whole = await stageRows(pairStage(longest()), firsts, 'rrf', stateOf, quietTask());
    const stop = new AbortController();
    const dying = longest();
    const task = {
      ...quietTask(stop.signal),
      progress: ({ done }: { done: number }) => done === 2 && stop.abort(new Error('closed')),
    };
    const broken = stageRows(pairStage(cachedScorer(dying, store)), firsts, 'rrf', stateOf, task);
    await expect(broken).rejects.toThrow('closed');
    expect(dying.read).toHaveLength(2);

    const again = longest();
    const cached = cachedScorer(again, store);
    const rows = await stageRows(pairStage(cached), firsts, 'rrf', stateOf, quietTask());
    expect(rows).toEqual(whole);
    expect(again.read).toHaveLength(3);
    expect(cached.counts).toEqual({ stored: 14, made: 21 });
  });

  test('another model, query or kind is not taken for it', async () => {
    const store = memoryStore();
    const documents = ['one', 'other'];
    await cachedScorer(longest(), store).score('q', documents, quietTask());
    for (const [scorer, query] of [
      [longest(), 'q2'],
      [longest('learned-sparse'), 'q'],
      [{ ...longest(), identity: { ...longest().identity, revision: 'r2' } }, 'q'],
    ] as const) {
      const cached = cachedScorer(scorer, store);
      await cached.score(query, documents, quietTask());
      expect(cached.counts).toEqual({ stored: 0, made: 2 });
    }
  });

  test('a judge of whole lists is asked anew when the list changes, and for the whole of it', async () => {
    const store = memoryStore();
    const scorer = longest('cross-encoder', true);
    const cached = cachedScorer(scorer, store);
    const first = await cached.score('q', ['a', 'bb'], quietTask());
    expect(await cached.score('q', ['a', 'bb'], quietTask())).toEqual(first);
    await cached.score('q', ['a', 'ccc'], quietTask());
    expect(scorer.read).toEqual([
      ['a', 'bb'],
      ['a', 'ccc'],
    ]);
  });

  test('a store that is full is told, and the scores are right', async () => {
    const store = { ...memoryStore(), add: () => Promise.reject(new Error('full')) };
    const told: unknown[] = [];
    const cached = cachedScorer(longest(), store, (error) => told.push(error));
    expect(await cached.score('q', ['aaa', 'a'], quietTask())).toEqual([1, Math.fround(1 / 3)]);
    expect(String(told[0])).toContain('full');
  });
});

test('a rerank endpoint judges as a model does, one call a state', async () => {
  let calls = 0;
  const fetcher = ((_: string, init: RequestInit) => {
    calls += 1;
    const { documents } = JSON.parse(init.body as string) as { documents: string[] };
    const results = documents.map((_, index) => ({ index, relevance_score: index }));
    return Promise.resolve(new Response(JSON.stringify({ results })));
  }) as typeof fetch;
  const options = { key: null, limiter: new Limiter(realClock), fetch: fetcher };
  const scorer = endpointScorer({ url: 'https://host.test/v1/rerank', model: 'rr' }, options);
  const cached = cachedScorer(scorer, memoryStore());
  const rows = await stageRows(pairStage(cached), firsts, 'rrf', stateOf, quietTask());
  expect(rows.map(({ method }) => method)).toEqual(states.map(() => 'cross-encoder-100(rrf,rr)'));
  for (const { ranked_evidence_ids: ids } of rows)
    expect(ids).toEqual(pool.map((unit) => `u${unit}`).toReversed());
  expect(calls).toBe(5);
  await stageRows(pairStage(cached), firsts, 'rrf', stateOf, quietTask());
  expect(calls).toBe(5);
});
