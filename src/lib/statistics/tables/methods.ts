import type { Cell, Column, Table } from '$lib/table/table';
import { settingsLine } from '../comparison/describe';
import type { Comparison } from '../comparison/result';
import { meanTokens, statesWith, type ScoreBook } from '../comparison/score-book';
import { labelOf } from './contrasts';

/**
 * One row a method and column: the mean with its own interval, the mean of the source tokens that the budget admits,
 * and the counts that stand beside every mean.
 */
export function methodTable(book: ScoreBook, comparison: Comparison): Table {
  const columns: Column[] = [
    { key: 'method', label: 'Method', kind: 'text' },
    { key: 'metric', label: 'Metric', kind: 'text' },
    { key: 'treatment', label: 'Failed states', kind: 'text' },
    { key: 'mean', label: 'Mean', kind: 'percent', digits: 2 },
    { key: 'low', label: 'Low', kind: 'percent', digits: 2 },
    { key: 'high', label: 'High', kind: 'percent', digits: 2 },
    ...(book.tokenizer === null
      ? []
      : [
          {
            key: 'tokens',
            label: 'Mean source tokens',
            kind: 'number',
            digits: 0,
            help: 'Tokens of the units that the budget admits',
          } as const,
        ]),
    { key: 'states', label: 'n', kind: 'count' },
    { key: 'empty', label: 'Empty', kind: 'count' },
    { key: 'failed', label: 'Failed', kind: 'count' },
    { key: 'missing', label: 'Not run', kind: 'count' },
    { key: 'note', label: 'Note', kind: 'text' },
  ];
  const own = comparison.results.filter(({ right, stratum }) => right === null && stratum.kind === 'all');
  const lone = comparison.notComparable.filter(({ right }) => right === null);
  const cells = (name: string, column: string, known: Record<string, Cell>): Cell[] => {
    const method = book.methods.find((one) => one.method === name);
    const counts: Record<string, Cell> = method
      ? {
          tokens: meanTokens(book, method, book.columns.indexOf(column)),
          empty: statesWith(method, 'empty').length,
          failed: statesWith(method, 'failed').length,
          missing: statesWith(method, 'not run').length,
        }
      : {};
    const row: Record<string, Cell> = { method: name, metric: labelOf(column), ...counts, ...known };
    return columns.map(({ key }) => row[key] ?? null);
  };
  return {
    title: 'Each method by itself',
    columns,
    rows: [
      ...own.map((one) =>
        cells(one.left, one.column, {
          treatment: one.treatment,
          mean: one.leftMean,
          low: one.interval?.low ?? null,
          high: one.interval?.high ?? null,
          states: one.states,
          note: one.warning ?? '',
        }),
      ),
      ...lone.map(({ left, column, reason }) =>
        cells(left, column, { tokens: null, treatment: '', note: reason }),
      ),
    ],
    notes: [
      settingsLine(comparison.settings),
      ...(book.tokenizer === null
        ? []
        : [
            `Source tokens: ${book.tokenizer} over each unit's excerpt; whole units in order, what does not fit is skipped.`,
          ]),
    ],
  };
}
