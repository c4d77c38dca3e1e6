import { describe, expect, test } from 'vitest';
import type { SplitRecord } from '$lib/data/schema';
import { Configuration, EIGHT_VIEWS, NINE_VIEWS } from '$lib/retrieval/run/configuration';
import type { StateViews } from '$lib/retrieval/run/split-rankings';
import { asksOf } from '$lib/embedding/unread-split';
import { quietTask } from '$lib/serbench/task';
import { INSTRUCTIONS, instructed, NOTHING_AROUND, presetByName } from '$lib/ui/embedding/instructions';
import { recordOf } from '$lib/ui/retrieve/chain-record';
import { freezeForm, freezeLambda, Frozen } from '$lib/ui/retrieve/frozen';
import type { Made } from '$lib/ui/retrieve/made';
import { rankingsOf } from '$lib/ui/retrieve/rankings';
import { runFacts } from '$lib/ui/retrieve/run-record';
import { makeState, makeUnit } from '../../support/states';

const split = { key: 'file:x', label: 'Cal', itemsSha256: 'ab' } as SplitRecord;
const made = (method: string, origin: Made['origin'], besides = {}): Made => {
  return { label: method, method, origin, besides, rows: [] };
};
const state: StateViews = {
  state_id: 's',
  ids: ['a', 'b'],
  tieOrder: Int32Array.of(0, 1),
  observed: [false, false],
  views: [
    { view: 'bm25-state', signal: 'spoke', order: Int32Array.of(1, 0) },
    { view: 'dense', signal: 'spoke', order: Int32Array.of(0) },
  ],
  complement: Int32Array.of(1, 0),
  likeness: null,
};
const configuration = Configuration.parse({
  views: [{ name: 'bm25-state' }, { name: 'dense', form: 'issue' }],
});
const ranked = { split, configuration, states: [state], denseBy: null };
const named = (made: ReadonlyMap<string, Made>) => rankingsOf(ranked, made).map(({ label }) => label);

describe('any ranking is a start', () => {
  test('the fusion by its number of views, complement-fused, what was made, and each view with its form', () => {
    const own = new Map([['x (f.run)', { ...made('x', 'imported from f.run'), label: 'x (f.run)' }]]);
    expect(named(own)).toEqual([
      'rrf-2',
      'complement-fused-instant',
      'x (f.run)',
      'bm25-state',
      'dense(issue)',
    ]);
    const rows = rankingsOf(ranked, own).flatMap((ranking) => ranking.rows());
    expect(rows.map(({ method, ranked_evidence_ids }) => [method, ranked_evidence_ids.join(' ')])).toEqual([
      ['rrf-2', 'a b'],
      ['complement-fused-instant', 'b a'],
      ['bm25-state', 'b a'],
      ['dense(issue)', 'a'],
    ]);
    expect(rankingsOf(null, own).map(({ label }) => label)).toEqual(['x (f.run)']);
  });
});

describe('what a chain records', () => {
  const [start] = rankingsOf(ranked, new Map());
  const identity = { model: 'm', revision: 'r', dtype: 'fp32', how: 'pairs' };
  const reader = {
    kind: 'scorer' as const,
    scorer: {
      kind: 'cross-encoder' as const,
      identity,
      prefix: { query: '', document: '' },
      listwise: false,
    },
  };
  const source = (around: { query: string; document: string }) => ({
    ...{ key: 'rerank', label: '', model: 'm', leading: 100, reader, unit: 'pairs' as const, endpoint: null },
    ...{
      read: null,
      around,
      stage: () => ({ method: (first: string) => first, order: () => Promise.resolve([]) }),
    },
  });

  test('start, stage and lambda, each only where it acts', () => {
    const stage = { source: source(NOTHING_AROUND), options: { form: 'issue' as const, leading: 100 } };
    expect(recordOf({ start: start!, stage, lambda: 1, calibration: null })).toEqual({
      start: { method: 'rrf-2', origin: 'fusion' },
      stage: { form: 'issue', leading: 100, kind: 'rerank', ...identity },
    });
    const calibration = { hash: 'h' };
    expect(recordOf({ start: start!, stage: null, lambda: 0.7, calibration })).toEqual({
      start: { method: 'rrf-2', origin: 'fusion' },
      mmr: { lambda: 0.7, relevance: 'rank', likeness: 'tfidf-words', calibration },
    });
  });

  test('the whole pool and an instruction survive JSON', () => {
    const around = { query: 'Q ', document: '' };
    const stage = { source: source(around), options: { form: 'issue' as const, leading: Infinity } };
    const record = recordOf({ start: start!, stage, lambda: 1, calibration: null });
    expect(JSON.parse(JSON.stringify(record))).toMatchObject({ stage: { leading: 'pool', around } });
  });
});

describe('what a kept run says of itself', () => {
  test('the number of views is in the name and the fusion is known by it', () => {
    expect(runFacts('rrf-8', EIGHT_VIEWS, null, null).origin).toBe('fusion');
    expect(runFacts('rrf', NINE_VIEWS, null, null).origin).toBe('fusion');
    expect(runFacts('bm25-state', NINE_VIEWS, null, null).origin).toBe('view:bm25-state');
  });
  test('an import has no configuration; a frozen form depends on no fusion', () => {
    expect(runFacts('x', NINE_VIEWS, null, made('x', 'imported from f.run'))).toEqual({
      origin: 'file:f.run',
      configuration: null,
      canonical: null,
    });
    const form = made('bm25(issue)', 'query form', { form: 'issue' });
    expect(runFacts('bm25(issue)', NINE_VIEWS, null, form)).toEqual({
      origin: 'view:bm25(issue)',
      configuration: { form: 'issue' },
      canonical: '{"form":"issue"}',
    });
  });
  test('a chain carries its record beside the fusion it may start from', () => {
    const chain = made('mmr-ranks-0.5(rrf)', 'second stage', { mmr: { lambda: 0.5 } });
    const { origin, configuration: kept } = runFacts(chain.method, NINE_VIEWS, null, chain);
    expect(origin).toBe('fusion');
    expect(kept).toEqual({ ...NINE_VIEWS, mmr: { lambda: 0.5 } });
  });
});

describe('frozen choices', () => {
  const form = {
    ...{
      kind: 'form' as const,
      ranker: { key: 'bm25', label: 'BM25' },
      set: 'general',
      chosen: 'issue' as const,
    },
    ...{ means: [{ form: 'issue' as const, mean: 0.5 }], states: ['s'], repositories: ['o/r'], seed: 1 },
  };
  test('the same choice on another day has the same hash; another split gives another', async () => {
    const first = await freezeForm(form, split, '2026-12-01T00:00:00.000Z');
    const later = await freezeForm(form, split, '2027-01-01T00:00:00.000Z');
    expect(later.hash).toBe(first.hash);
    expect(first.date).toBe('2026-12-01T00:00:00.000Z');
    const other = await freezeForm(form, { ...split, itemsSha256: 'cd' }, first.date);
    expect(other.hash).not.toBe(first.hash);
    expect(Frozen.parse(JSON.parse(JSON.stringify(first)))).toEqual(first);
  });
  test('a lambda is sealed alike', async () => {
    const choice = { kind: 'lambda' as const, start: 'dense', lambda: 0.8, means: [], states: 5 };
    expect(await freezeLambda(choice, split, 'd')).toMatchObject({ ...choice, measure: 'mss_complete@5' });
    await expect(freezeLambda({ ...choice, lambda: 2 }, split, 'd')).rejects.toThrow('lambda');
  });
});

describe('instructions', () => {
  test('stand before both texts of a pair, and what is counted as unread is what is read', async () => {
    const seen: [string, readonly string[]][] = [];
    const scorer = {
      ...{ kind: 'cross-encoder' as const, listwise: false, prefix: { query: '', document: '' } },
      identity: { model: 'm', revision: 'r', dtype: 'fp32', how: 'h' },
      score: (query: string, documents: readonly string[]) => {
        seen.push([query, documents]);
        return Promise.resolve(documents.map(() => 0));
      },
    };
    const around = { query: '<Query>: ', document: '<Document>: ' };
    const one = makeState([makeUnit('a', 'text')], { issue: 'broken' });
    await instructed(scorer, around).score('broken', ['src/a.py\ntext'], quietTask());
    const states = [{ id: 's', units: null }];
    for await (const ask of asksOf({ forms: ['issue'], states, around }, () => Promise.resolve(one))) {
      expect([ask.query, ask.documents]).toEqual(seen[0]);
    }
    expect(seen).toEqual([['<Query>: broken', ['<Document>: src/a.py\ntext']]]);
  });
  test('each preset says where its form comes from; none is made for web searches', () => {
    for (const { source, query } of INSTRUCTIONS) {
      expect(source).toMatch(/card|README/);
      expect(query).not.toMatch(/web search/);
    }
    expect(presetByName('Qwen3-Embedding')?.query).toMatch(/^Instruct: .*\nQuery:$/);
    expect(presetByName('constructor')).toBeUndefined();
  });
});
