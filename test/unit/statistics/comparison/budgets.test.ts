import { describe, expect, it } from 'vitest';
import { admit, buildBook } from '$lib/statistics/comparison/build-book';
import { columnKey, columnLabel, parseColumn } from '$lib/statistics/comparison/column';
import { meanTokens } from '$lib/statistics/comparison/score-book';
import { columnsOf, syntheticRun, syntheticSplit, tokensOf } from '../../../support/comparison';

describe('columns', () => {
  it.each(['mss_complete@5', 'group_ndcg@16', 'mss_complete@4096t', 'mss_complete@8=a method=with @ signs'])(
    '%s is printed as it was read',
    (key) => {
      const column = parseColumn(key);
      expect(column && columnKey(column)).toBe(key);
    },
  );

  it.each([
    'mss_complete',
    'nothing@5',
    'mss_complete@0',
    'mss_complete@5x',
    'mss_complete@0t',
    'mss_complete@=a',
  ])('%s is no column', (key) => expect(parseColumn(key)).toBeNull());

  it('have labels for people', () => {
    expect(columnsOf(['mss_complete@5', 'mss_complete@4096t', 'mss_complete@8=m']).map(columnLabel)).toEqual([
      'Complete-MSS@5',
      'Complete-MSS within 4,096 tokens',
      'Complete-MSS within the tokens of m@8',
    ]);
  });
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
