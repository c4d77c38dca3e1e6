import { describe, expect, it } from 'vitest';
import { admit, buildBook } from '$lib/statistics/comparison/build-book';
import { columnKey, columnLabel, parseColumn } from '$lib/statistics/comparison/column';
import { meanTokens } from '$lib/statistics/comparison/score-book';
import { methodTable } from '$lib/statistics/tables/methods';
import {
  columnsOf,
  compare,
  SETTINGS,
  syntheticRun,
  syntheticSplit,
  tokensOf,
} from '../../../support/comparison';

describe('columns', () => {
  it.each([
    'mss_complete@5',
    'group_ndcg@16',
    'mss_complete@returned',
    'mss_complete@4096t',
    'mss_complete@8=a method=with @ signs',
  ])('%s is printed as it was read', (key) => {
    const column = parseColumn(key);
    expect(column && columnKey(column)).toBe(key);
  });

  it.each([
    'mss_complete',
    'nothing@5',
    'mss_complete@0',
    'mss_complete@5x',
    'mss_complete@0t',
    'mss_complete@=a',
    'nothing@returned',
    'mss_complete@returned5',
  ])('%s is no column', (key) => expect(parseColumn(key)).toBeNull());

  it('have labels for people', () => {
    expect(columnsOf(['mss_complete@5', 'mss_complete@4096t', 'mss_complete@8=m']).map(columnLabel)).toEqual([
      'Complete-MSS@5',
      'Complete-MSS within 4,096 tokens',
      'Complete-MSS within the tokens of m@8',
    ]);
  });
});

it('returned completion looks at all that was returned, however long, and at no more', async () => {
  const { facts, certificates } = syntheticSplit();
  const [certificate] = certificates.values();
  const state = certificate!.state_id;
  const needed = certificate!.required_evidence_groups.map(({ acceptable_evidence_ids: [id] }) => id ?? '');
  const filler = Array.from({ length: 300 }, (_, i) => `other-${i}`);
  const run = (method: string, ids: string[]) => ({
    ...syntheticRun(method, 0, 1),
    rankings: new Map([[state, ids]]),
  });
  const book = await buildBook({
    facts: facts.filter((one) => one.state_id === state),
    certificates,
    runs: [run('late', [...filler, ...needed]), run('short', needed), run('never', filler)],
    columns: columnsOf(['mss_complete@8', 'mss_complete@returned']),
    tokens: null,
  });
  expect(book.methods.map(({ method, scores }) => [method, ...scores])).toEqual([
    ['late', 0, 1],
    ['short', 1, 1],
    ['never', 0, 0],
  ]);
  expect(columnsOf(['mss_complete@returned']).map(columnLabel)).toEqual([
    'Complete-MSS over all returned units',
  ]);
});

it('a run’s fallbacks stand in its book and beside its mean, in words too', async () => {
  const { facts, certificates } = syntheticSplit();
  const runs = [
    { ...syntheticRun('fell', 0.5, 1), fallbacks: { states: 36, of: 36 } },
    { ...syntheticRun('sound', 0.5, 2), fallbacks: { states: 0, of: 36 } },
    syntheticRun('untold', 0.5, 3),
  ];
  const columns = ['mss_complete@5'];
  const book = await buildBook({ facts, certificates, runs, columns: columnsOf(columns), tokens: null });
  const methods = runs.map(({ method }) => method);
  const comparison = await compare(book, { ...SETTINGS, resamples: 50, strata: [], columns, methods });
  const table = methodTable(book, comparison);
  const at = table.columns.findIndex(({ key }) => key === 'fallbacks');
  expect(table.rows.map((row) => [row[0], row[at]])).toEqual([
    ['fell', 36],
    ['sound', 0],
    ['untold', null],
  ]);
  expect(table.notes.filter((note) => note.includes('fell back'))).toEqual([
    expect.stringContaining('fell: 36 of 36 states fell back to the fused order'),
  ]);
});

describe('budgets in tokens', () => {
  const run = (method: string, ids: string[]) => ({
    ...syntheticRun(method, 0, 1),
    rankings: new Map([['state-00', ids]]),
  });
  const [a, b] = [run('a', ['u0-01', 'u0-00', 'u0-03', 'u0-02']), run('b', ['u0-00', 'u0-01', 'u0-02'])];
  const input = { runs: [a, b], tokens: { tokenizer: 't', of: tokensOf } };
  const ranking = ['u0-01', 'u0-00', 'u0-03', 'u0-02'];

  it('admit whole units in order and skip what does not fit', () => {
    // 60, 20, 60, 20 tokens
    expect(admit(ranking, { kind: 'tokens', ceiling: 100 }, 'state-00', input)).toEqual([
      'u0-01',
      'u0-00',
      'u0-02',
    ]);
    expect(admit(ranking, { kind: 'tokens', ceiling: 59 }, 'state-00', input)).toEqual(['u0-00', 'u0-02']);
    expect(admit(ranking, { kind: 'tokens', ceiling: 19 }, 'state-00', input)).toEqual([]);
  });

  it('match each state to what another method uses there', () => {
    // b's first two units use 80 tokens.
    expect(admit(ranking, { kind: 'matched', method: 'b', k: 2 }, 'state-00', input)).toEqual([
      'u0-01',
      'u0-00',
    ]);
    expect(admit(ranking, { kind: 'matched', method: 'b', k: 2 }, 'state-01', input)).toEqual([]);
    expect(() => admit(ranking, { kind: 'matched', method: 'c', k: 2 }, 'state-00', input)).toThrow(
      /No method "c"/,
    );
  });

  it('need counts', () => {
    expect(() =>
      admit(ranking, { kind: 'tokens', ceiling: 1 }, 'state-00', { runs: [], tokens: null }),
    ).toThrow(/count them first/);
  });

  it('stand beside the mean of the tokens admitted, for item budgets too', async () => {
    const full = { ...syntheticRun('a', 0, 1) };
    const book = await buildBook({
      ...syntheticSplit(),
      runs: [full],
      columns: columnsOf(['mss_complete@1', 'mss_complete@100t']),
      tokens: { tokenizer: 't', of: tokensOf },
    });
    const firsts = [...full.rankings].map(([state, [id]]) => tokensOf(state, id ?? ''));
    expect(meanTokens(book, book.methods[0]!, 0)).toBeCloseTo(
      firsts.reduce((x, y) => x + y, 0 as number) / 36,
      12,
    );
    expect(meanTokens(book, book.methods[0]!, 1)).toBeLessThanOrEqual(100);
    expect(meanTokens(book, book.methods[0]!, 1)).toBeGreaterThan(60);
    const without = await buildBook({
      ...syntheticSplit(),
      runs: [full],
      columns: columnsOf(['mss_complete@1']),
      tokens: null,
    });
    expect(meanTokens(without, without.methods[0]!, 0)).toBeNull();
  });

  it('give the scores of the plain cutoff when everything fits', async () => {
    const book = await buildBook({
      ...syntheticSplit(),
      runs: [syntheticRun('a', 0.5, 3)],
      columns: columnsOf([
        'mss_complete@12',
        'mss_complete@100000t',
        'group_recall@12',
        'group_recall@100000t',
      ]),
      tokens: { tokenizer: 't', of: tokensOf },
    });
    const { scores } = book.methods[0]!;
    expect(scores.subarray(0, 36)).toEqual(scores.subarray(36, 72));
    expect(scores.subarray(72, 108)).toEqual(scores.subarray(108));
  });
});
