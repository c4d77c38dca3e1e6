import type { Cell, Column, Table } from '$lib/table/table';
import { settingsLine } from '../comparison/describe';
import type { Comparison } from '../comparison/result';
import { meanTokens, statesWith, type ScoreBook } from '../comparison/score-book';
import { FEW_NOTE, labelOf, noteOf, withoutIdle } from './contrasts';

/**
 * One row a method and column: the mean with its own interval, the mean of the source tokens that the budget admits,
 * and the counts that stand beside every mean.
 */
export function methodTable(
  book: ScoreBook,
  comparison: Comparison,
  choose: (column: string) => boolean = () => true,
): Table {
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
    {
      key: 'fallbacks',
      label: 'Fell back',
      kind: 'count',
      help: 'Scored states that hold the fused order because the model gave no usable answer',
    },
    { key: 'note', label: 'Note', kind: 'text' },
  ];
  const own = comparison.results.filter(
    ({ right, stratum, column }) => right === null && stratum.kind === 'all' && choose(column),
  );
  const lone = comparison.notComparable.filter(({ right, column }) => right === null && choose(column));
  const cells = (name: string, column: string, known: Record<string, Cell>, all = true): Cell[] => {
    const method = book.methods.find((one) => one.method === name);
    const counts: Record<string, Cell> = method
      ? {
          tokens: meanTokens(
            book,
            method,
            book.columns.indexOf(column),
            book.facts.flatMap((_, state) => (all || method.status[state] !== 'failed' ? [state] : [])),
          ),
          empty: statesWith(method, 'empty').length,
          failed: statesWith(method, 'failed').length,
          missing: statesWith(method, 'not run').length,
          fallbacks: method.fallbacks?.states ?? null,
        }
      : {};
    const row: Record<string, Cell> = { method: name, metric: labelOf(column), ...counts, ...known };
    return columns.map(({ key }) => row[key] ?? null);
  };
  const rows = [
    ...own.map((one) =>
      cells(
        one.left,
        one.column,
        {
          treatment: one.treatment,
          mean: one.leftMean,
          low: one.interval?.low ?? null,
          high: one.interval?.high ?? null,
          states: one.states,
          note: noteOf(one),
        },
        one.treatment === 'failed = 0',
      ),
    ),
    ...lone.map(({ left, column, reason }) =>
      cells(left, column, { tokens: null, treatment: '', note: reason }),
    ),
  ];
  return {
    title: 'Each method by itself',
    ...withoutIdle(columns, rows),
    notes: [
      settingsLine(comparison.settings),
      ...(own.some(({ warning }) => warning !== null) ? [FEW_NOTE] : []),
      ...fallbackNotes(book, comparison.settings.methods),
      ...(book.tokenizer === null
        ? []
        : [
            `Source tokens: ${book.tokenizer} over each unit's excerpt; whole units in order, what does not fit is skipped.`,
          ]),
    ],
  };
}

/** A sentence a run of which some states are no answer of its method. */
export const fallbackNotes = (book: ScoreBook, methods: readonly string[]): string[] =>
  book.methods.flatMap(({ method, fallbacks }) =>
    fallbacks && fallbacks.states > 0 && methods.includes(method)
      ? [
          `${method}: ${fallbacks.states} of ${fallbacks.of} states fell back to the fused order, since the model gave no usable answer; they are scored as returned.`,
        ]
      : [],
  );
