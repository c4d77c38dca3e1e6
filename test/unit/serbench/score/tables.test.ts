import { describe, expect, test } from 'vitest';
import type { Certificate } from '$lib/serbench/certificate';
import { mssComplete } from '$lib/serbench/metrics/mss-complete';
import { MEASURES, parseMeasure, printMeasure } from '$lib/serbench/metrics/registry';
import { budgetFigure } from '$lib/serbench/score/budget-figure';
import { primaryOnly, resultsTable } from '$lib/serbench/score/results-table';
import { checkCutoffs, scoreRun } from '$lib/serbench/score/score-run';
import { stateTable } from '$lib/serbench/score/state-table';
import { summarise } from '$lib/serbench/score/summary';

const certificate = (state_id: string): Certificate => ({
  state_id,
  required_evidence_groups: [
    { group_id: 'G', role: 'r', acceptable_evidence_ids: ['a'], minimum_required: 1, necessity_weight: 1 },
  ],
  alternative_minimal_sets: [],
  observed_evidence_ids: [],
});
const result = async () => {
  const rows = [
    { state_id: 's1', method: 'm', ranked_evidence_ids: ['x', 'a'] },
    { state_id: 's2', method: 'm', ranked_evidence_ids: [] },
    { state_id: 's1', method: 'part', ranked_evidence_ids: ['a'] },
  ];
  const curve = Array.from({ length: 16 }, (_, i) => i + 1);
  const sheet = await scoreRun(new Map(['s1', 's2'].map((id) => [id, certificate(id)])), rows, curve);
  return { sheet, summaries: summarise(sheet, 2), splitStates: 2 };
};

describe('measures as values', () => {
  test('print and parse are inverse', () => {
    for (const measure of MEASURES) {
      for (const k of [1, 5, 16, 100_000])
        expect(parseMeasure(printMeasure(measure.name, k))).toEqual({ measure, k });
    }
  });

  test.each([
    'mss_complete',
    'mss_complete@0',
    'mss_complete@05',
    'mss_complete@1.5',
    'recall@5',
    '@5',
    'mss_complete@5 ',
  ])('%j is none', (text) => {
    expect(parseMeasure(text)).toBeNull();
  });

  test('each says what it is', () => {
    for (const { label, help, formula, source } of MEASURES) {
      expect([label, help, formula, source].every((part) => part.length > 3)).toBe(true);
      expect(help).not.toContain('\n');
    }
  });
});

describe('cutoffs', () => {
  test('are sorted and distinct', () => {
    expect(checkCutoffs([8, 5, 8])).toEqual([5, 8]);
  });

  test.each([[[]], [[0]], [[1.5]], [[Number.NaN]], [[100_001]]])('%j is refused', (cutoffs) => {
    expect(() => checkCutoffs(cutoffs)).toThrow(RangeError);
  });
});

describe('the results table', () => {
  test('puts the primary suite first, any-hit beside Complete, the counts last', async () => {
    const table = resultsTable({
      data: 'Mine',
      result: await result(),
      cutoffs: [5, 8],
      bounds: [],
      published: [],
      community: [],
    });
    const keys = table.columns.map(({ key }) => key);
    expect(keys.slice(0, 10)).toEqual([
      'method',
      'data',
      'status',
      'mss_complete@5',
      'any_hit@5',
      'mss_complete@8',
      'any_hit@8',
      'group_recall@5',
      'group_recall@8',
      'necessity_weighted_recall@5',
    ]);
    expect(keys.slice(-3)).toEqual(['states', 'empty', 'missing']);
    expect(new Set(keys).size).toBe(keys.length);
    const ends = table.rows.map((row) => [...row.slice(0, 5), ...row.slice(-3)]);
    expect(ends).toEqual([
      ['m', 'Mine', 'scored', 0.5, 0.5, 2, 1, 0],
      ['part', 'Mine', 'partial, not comparable', 1, 1, 1, 0, 1],
    ]);
    expect(table.notes.join(' ')).toContain('partial, not comparable');
    expect(primaryOnly(table).columns).toHaveLength(13);
    expect(primaryOnly(table).rows[0]).toHaveLength(13);
    // Rows that are all whole and on the same data need not say so one by one.
    const whole = primaryOnly({ ...table, rows: table.rows.slice(0, 1) });
    expect(whole.columns.map(({ key }) => key).slice(0, 2)).toEqual(['method', 'mss_complete@5']);
    expect(whole.rows[0]).toEqual(['m', 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 2, 1, 0]);
  });

  test('a run that fell back or failed is never just “scored”: the counts stand in its row', async () => {
    const note = { method: 'm', configurationHash: null, addedAt: '2026-01-01T00:00:00.000Z' };
    const table = resultsTable({
      data: 'Mine',
      result: await result(),
      cutoffs: [5],
      bounds: [],
      published: [{ name: 'p', label: 'Theirs', measures: { states: 500 } }],
      community: [],
      notes: [
        { ...note, run: 'm', failed: 0, fallbackStates: 2, accountedStates: 2 },
        { ...note, run: 'part', failed: 1, fallbackStates: 0, accountedStates: 1 },
      ],
    });
    const cell = (row: number, key: string) =>
      table.rows[row]?.[table.columns.findIndex((column) => column.key === key)];
    expect([cell(0, 'status'), cell(0, 'failed'), cell(0, 'fallbacks')]).toEqual([
      'scored; 2 of 2 fell back',
      0,
      2,
    ]);
    expect([cell(1, 'status'), cell(1, 'failed'), cell(1, 'fallbacks')]).toEqual([
      'partial, not comparable; 1 failed',
      1,
      0,
    ]);
    expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true);
    expect(table.notes.join(' ')).toContain('not an answer of the model');
    // The status is shown also where every row is whole and on the same data.
    const whole = primaryOnly({ ...table, rows: table.rows.slice(0, 1) });
    expect(whole.rows[0]).toContain('scored; 2 of 2 fell back');
  });

  test('names the data of every row: Test500 is never mixed in without a label', async () => {
    const measures = { 'mss_complete@5': 0.73, states: 500 };
    const table = resultsTable({
      data: 'Cal500',
      result: await result(),
      cutoffs: [5],
      bounds: [
        {
          k: 5,
          random: { mss_complete: 0.1, group_recall: 0.2, necessity_weighted_recall: 0.3, any_hit: 0.4 },
          oracleComplete: 1,
        },
      ],
      published: [{ name: 'p', label: 'Theirs', measures }],
      community: [
        { method: 'c', evaluatedAt: '2026-09-16T00:00:00Z', link: 'https://github.com/x', measures },
      ],
    });
    const column = table.columns.findIndex(({ key }) => key === 'mss_complete@5');
    expect(table.rows.map((row) => [row[0], row[1], row[column]])).toEqual([
      ['m', 'Cal500', 0.5],
      ['part', 'Cal500', 1],
      ['Uniform random (exact expectation)', 'Cal500', 0.1],
      ['Oracle (ceiling)', 'Cal500', 1],
      ['Theirs', 'Test500, published', 0.73],
      ['c', 'Test500, community', 0.73],
    ]);
    expect(table.rows[3]![table.columns.findIndex(({ key }) => key === 'any_hit@5')]).toBeNull();
    expect(table.notes.join(' ')).toContain('not comparable with rows scored on other states');
  });
});

test('the state table has a row a state, in order, with the rank of completion', async () => {
  const table = stateTable((await result()).sheet, 'm', 1);
  expect(table.rows.map((row) => row.slice(0, 4))).toEqual([
    ['s1', 2, 'scored', 0],
    ['s2', null, 'empty', 0],
  ]);
});

test('the budget figure draws every k of every method, and its table holds all points', async () => {
  const figure = budgetFigure(await result(), mssComplete, 'Mine', [
    { k: 3, random: null, oracleComplete: 1 },
  ]);
  expect(figure.table.rows.map((row) => row.slice(0, 4))).toEqual([
    ['m', 0, 50, 50],
    ['part (partial)', 100, 100, 100],
    ['oracle ceiling', null, null, 100],
  ]);
  expect(figure.steps).toHaveLength(33);
  expect(figure.steps[1]).toBe('m, first 2: 50.0%');
});
