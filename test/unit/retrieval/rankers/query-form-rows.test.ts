import { describe, expect, test } from 'vitest';
import { QUERY_FORMS } from '$lib/retrieval/query-text';
import { formRows } from '$lib/retrieval/rankers/query-form-rows';
import { makeRanker } from '$lib/retrieval/run/ranker';
import type { ScoreSheet } from '$lib/serbench/score/sheet';
import { quietTask } from '$lib/serbench/task';
import { formValues } from '$lib/ui/retrieve/form-values';
import { makeState, makeUnit } from '../../../support/states';

const state = makeState(
  [makeUnit('a', 'alpha'), makeUnit('b', 'beta'), makeUnit('c', 'gamma gamma'), makeUnit('d', 'delta')],
  { issue: 'alpha breaks', information_need: 'beta please', current_observation: 'gamma seen' },
);

describe('one state ranked for each query form', () => {
  test('by BM25: each form finds what it asks for, and the state’s form is the view of that name', async () => {
    const rows = await formRows(state, 'bm25', quietTask());
    expect(rows.map(({ method }) => method)).toEqual(Object.keys(QUERY_FORMS));
    const idsOf = (form: string) => rows.find(({ method }) => method === form)?.ranked_evidence_ids;
    expect(idsOf('issue')).toEqual(['a']);
    expect(idsOf('question')).toEqual(['b']);
    expect(idsOf('observations')).toEqual(['c']);
    expect(idsOf('actions')).toEqual([]);
    const view = makeRanker({ kind: 'view', name: 'bm25-state', parameters: {} }, {});
    const { analysis, order } = await view(state, quietTask());
    expect(idsOf('state')).toEqual(order.map((unit) => analysis.ids[unit]));
  });

  test.each(['tfidf-word', 'tfidf-char'] as const)('by %s: the state’s form is the view', async (name) => {
    const rows = await formRows(state, name, quietTask());
    const idsOf = (form: string) => rows.find(({ method }) => method === form)?.ranked_evidence_ids;
    expect(idsOf('issue')?.[0]).toBe('a');
    expect(idsOf('question')?.[0]).toBe('b');
    const view = makeRanker({ kind: 'view', name, parameters: {} }, {});
    const { analysis, order } = await view(state, quietTask());
    expect(idsOf('state')).toEqual(order.map((unit) => analysis.ids[unit]));
  });

  test('by an encoder: the pool is read once for all forms', async () => {
    const read: string[] = [];
    const words = ['alpha', 'beta', 'gamma', 'delta'];
    const encode = (texts: readonly string[]) => {
      read.push(...texts);
      const vectors = Float32Array.from(
        texts.flatMap((text) => words.map((word) => (text.includes(word) ? 1 : 0))),
      );
      return Promise.resolve({ vectors, dimensions: 4 });
    };
    const rows = await formRows(state, { encode }, quietTask());
    expect(read).toHaveLength(Object.keys(QUERY_FORMS).length + 4);
    const issue = rows.find(({ method }) => method === 'issue');
    expect(issue?.ranked_evidence_ids).toEqual(['a']);
  });
});

test('values come from the run’s own row; what was not scored is an error', () => {
  const sheet: ScoreSheet = {
    cutoffs: [5],
    columns: ['any_hit@5', 'mss_complete@5'],
    methods: ['issue', 'state'],
    states: ['s1', 's2'],
    rowMethod: Uint32Array.of(0, 0, 1),
    rowState: Uint32Array.of(0, 1, 1),
    rowEmpty: new Uint8Array(3),
    completeRank: new Float64Array(3),
    values: Float64Array.of(1, 0, 1, 1, 0, 0),
  };
  const value = formValues(sheet, 'mss_complete@5');
  expect([value('s1', 'issue'), value('s2', 'issue'), value('s2', 'state')]).toEqual([0, 1, 0]);
  expect(() => value('s1', 'state')).toThrow('"s1" was not scored for "state"');
});
