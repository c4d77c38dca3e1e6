import { describe, expect, test } from 'vitest';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { effectsOf } from '$lib/retrieval/report/effects';
import { agreementOf } from '$lib/retrieval/report/agreement';
import { leaveOneOutRows, withoutName } from '$lib/retrieval/report/leave-one-out';
import {
  canonicalConfiguration,
  Configuration,
  EIGHT_VIEWS,
  NINE_VIEWS,
} from '$lib/retrieval/run/configuration';
import { encodersOf, makeRanker } from '$lib/retrieval/run/ranker';
import {
  complementRows,
  fusedRows,
  mergeShards,
  rankSplit,
  viewRows,
} from '$lib/retrieval/run/split-rankings';
import { viewByName } from '$lib/retrieval/views/registry';
import type { ScoreSheet } from '$lib/serbench/score/sheet';
import { quietTask } from '$lib/serbench/task';
import { makeState, makeUnit } from '../../support/states';

const states = Array.from({ length: 7 }, (_, s) =>
  makeState(
    Array.from({ length: 5 }, (_, u) => makeUnit(`u${u}`, `term${(u + s) % 3} other${u}`)),
    { state_id: `s${s}`, issue: `term${s % 3} fails`, information_need: `term1 other${s % 5}` },
  ),
);
const views = EIGHT_VIEWS.views;
const rank = (index: number, of: number) =>
  rankSplit(states, { views, complement: false, likeness: false, shard: { index, of } }, null, quietTask());

describe('shards', () => {
  test.each([2, 3, 8])('%i workers give the same as one', async (of) => {
    const shards = await Promise.all(Array.from({ length: of }, (_, index) => rank(index, of)));
    expect(mergeShards(shards)).toEqual(await rank(0, 1));
  });

  test('a cancel ends the ranking', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    const request = { views, complement: false, likeness: false, shard: { index: 0, of: 1 } };
    await expect(rankSplit(states, request, null, quietTask(stop.signal))).rejects.toThrow('enough');
  });
});

describe('rows', () => {
  test('the split’s cheap stage and the ranker for one state agree', async () => {
    const ranked = await rank(0, 1);
    const one = makeRanker({ kind: 'fusion', configuration: EIGHT_VIEWS }, {});
    for (const [i, row] of fusedRows(ranked, EIGHT_VIEWS, 'rrf').entries()) {
      const { analysis, order } = await one(states[i]!, quietTask());
      expect(row.ranked_evidence_ids).toEqual(order.map((unit) => analysis.ids[unit]));
    }
    expect(viewRows(ranked, 'recency').every((row) => row.ranked_evidence_ids.length === 0)).toBe(true);
    expect(complementRows(ranked)).toBeNull();
  });

  test('leave-one-out: the whole and each part, and nothing for a single view', async () => {
    const ranked = await rank(0, 1);
    const methods = new Set(leaveOneOutRows(ranked, EIGHT_VIEWS).map((row) => row.method));
    expect(methods).toEqual(new Set(['rrf-8', ...views.map(({ name }) => withoutName('rrf-8', name))]));
    const single = { ...EIGHT_VIEWS, views: views.slice(0, 1) };
    expect(new Set(leaveOneOutRows(ranked, single).map((row) => row.method))).toEqual(new Set(['rrf-1']));
  });

  test('agreement counts only states in which both speak', async () => {
    const found = agreementOf(await rank(0, 1), ['bm25-state', 'tfidf-word', 'recency']);
    expect(found.map(({ a, b, states: both }) => [a, b, both])).toEqual([
      ['bm25-state', 'tfidf-word', 7],
      ['bm25-state', 'recency', 0],
      ['tfidf-word', 'recency', 0],
    ]);
    expect(found[1]?.overlap).toBeNull();
  });
});

test('effects: helped and hurt states, and the extremes', () => {
  const sheet: ScoreSheet = {
    cutoffs: [8],
    columns: ['group_recall@8'],
    methods: ['rrf', 'rrf without x'],
    states: ['s1', 's2', 's3'],
    rowMethod: Uint32Array.of(0, 0, 0, 1, 1, 1),
    rowState: Uint32Array.of(0, 1, 2, 0, 1, 2),
    rowEmpty: new Uint8Array(6),
    completeRank: new Float64Array(6),
    values: Float64Array.of(1, 0.5, 0, 0.5, 0.5, 1),
  };
  const parts = { column: 'group_recall@8', whole: 'rrf', views: [{ view: 'x', without: 'rrf without x' }] };
  expect(effectsOf(sheet, parts)).toEqual([
    {
      view: 'x',
      change: -0.5 / 3,
      helped: 1,
      hurt: 1,
      best: { state: 's1', change: 0.5 },
      worst: { state: 's3', change: -1 },
    },
  ]);
});

describe('configuration', () => {
  test('what is left out keeps its default', () => {
    const read = Configuration.parse({ views: [{ name: 'entity' }] });
    expect(read).toEqual({
      views: [{ name: 'entity', weight: 1, parameters: {} }],
      fusion: { k: 60, depth: 64, cap: 384 },
      observedLast: false,
      lambda: 1,
    });
  });

  test.each<[string, unknown, string]>([
    ['an unknown view', { views: [{ name: 'x' }] }, 'Not a view'],
    ['a view twice', { views: [{ name: 'entity' }, { name: 'entity' }] }, 'twice'],
    ['an unknown parameter', { views: [{ name: 'entity', parameters: { k1: 1 } }] }, 'no parameter "k1"'],
    ['a parameter out of range', { views: [{ name: 'bm25-state', parameters: { b: 2 } }] }, 'From 0 to 1'],
    ['a form of a view of words', { views: [{ name: 'entity', form: 'issue' }] }, 'Only the dense view'],
    ['no views', { views: [] }, ''],
    ['an unknown key', { views: [{ name: 'entity' }], nonsense: 1 }, 'nonsense'],
    ['a weight that is none', { views: [{ name: 'entity', weight: Infinity }] }, ''],
  ])('%s is refused', (_name, value, message) => {
    const read = Configuration.safeParse(value);
    expect(read.success).toBe(false);
    expect(read.error?.issues.map((issue) => issue.message).join()).toContain(message);
  });

  test('the ends of a range are legal: code-aware tokens, b 0 and b 1', () => {
    for (const parameters of [
      { codeAware: 1, b: 1, k1: 3 },
      { codeAware: 0, b: 0, k1: 0 },
    ]) {
      const read = Configuration.safeParse({ views: [{ name: 'bm25-state', parameters }] });
      expect(read.data?.views[0]?.parameters).toEqual(parameters);
    }
  });

  test('code-aware tokens find the parts of a name that whole words do not', () => {
    const state = makeState([makeUnit('a', 'parseHeader'), makeUnit('b', 'nothing')], {
      information_need: 'header',
    });
    const scores = (codeAware: number) => viewByName('bm25-question')!.score(analyse(state), { codeAware });
    expect(scores(0)[0]).toBe(0);
    expect(scores(1)[0]).toBeGreaterThan(0);
  });

  test('its canonical text does not depend on the order of views', () => {
    const back = { ...NINE_VIEWS, views: NINE_VIEWS.views.toReversed() };
    expect(canonicalConfiguration(back)).toBe(canonicalConfiguration(NINE_VIEWS));
  });

  test('a choice says which encoders it reads with; without them it is refused', () => {
    expect(encodersOf({ kind: 'fusion', configuration: NINE_VIEWS })).toEqual(['dense']);
    expect(encodersOf({ kind: 'complement-fused', size: 'thorough' })).toEqual(['dense', 'transformer']);
    expect(() => makeRanker({ kind: 'complement-fused', size: 'instant' }, {})).toThrow('dense');
  });
});
