import type { Table } from '$lib/table/table';
import { interval, num, text } from '../cells';
import type { PaperTable } from '../schema';
import { tableNumber } from '../words';
import { exactInterval, signTest, winsToExcludeZero, type WinLoss } from './win-loss';

/** The tables whose rows count wins, ties and losses by task. */
const COUNTED = ['table-23', 'table-25'];

/** In Fresh23 each task counts once, so its intervals follow from the counts; in Action52 tasks differ by more. */
const FROM_COUNTS = 'table-25';

const countsOf = (row: PaperTable['rows'][number]): WinLoss => ({
  wins: num(row, 'wins'),
  ties: num(row, 'ties'),
  losses: num(row, 'losses'),
});

/** What follows from a table's counts of wins, ties and losses; null for tables without them. */
export function winLossTable(table: PaperTable): Table | null {
  if (!COUNTED.includes(table.id)) return null;
  const exact = table.id === FROM_COUNTS;
  const names = ['executor', 'endpoint', 'contrast', 'comparison'].filter((name) =>
    table.columns.some((column) => column.name === name),
  );
  const tasks = Math.max(...table.rows.map((row) => Object.values(countsOf(row)).reduce((a, b) => a + b, 0)));
  const bound = winsToExcludeZero(tasks);
  return {
    title: `What follows from the counts of table ${String(tableNumber(table.id))}`,
    columns: [
      { key: 'contrast', label: 'Contrast', kind: 'text' },
      { key: 'wins', label: 'Wins', kind: 'count' },
      { key: 'ties', label: 'Ties', kind: 'count' },
      { key: 'losses', label: 'Losses', kind: 'count' },
      { key: 'printed_low', label: 'Printed low (points)', kind: 'number', digits: 2 },
      { key: 'printed_high', label: 'Printed high (points)', kind: 'number', digits: 2 },
      ...(exact
        ? ([
            { key: 'exact_low', label: 'Recomputed low (points)', kind: 'number', digits: 2 },
            { key: 'exact_high', label: 'Recomputed high (points)', kind: 'number', digits: 2 },
          ] as const)
        : []),
      {
        key: 'sign_p',
        label: 'Sign test p',
        kind: 'number',
        digits: 4,
        help: 'Exact, two-sided, ties left out',
      },
    ],
    rows: table.rows.map((row) => {
      const counts = countsOf(row);
      const printed = interval(row, 'interval');
      const again = exactInterval(counts);
      return [
        names.map((name) => text(row, name)).join(', '),
        counts.wins,
        counts.ties,
        counts.losses,
        printed.low,
        printed.high,
        ...(exact ? [again.low, again.high] : []),
        signTest(counts),
      ];
    }),
    notes: [
      exact
        ? 'Each task counts once: a resample of the tasks is a multinomial draw, and these are its exact quantiles.'
        : 'Tasks differ by more than won and lost here, so the intervals do not follow from the counts; the sign tests do.',
      `Without a loss, the percentile interval of ${String(tasks)} tasks leaves zero from ${String(bound)} wins on, where the sign test gives p = ${signTest({ wins: bound, ties: tasks - bound, losses: 0 }).toFixed(3)}: few wins can look surer than they are.`,
      'The sign tests are ours; the paper prints none.',
    ],
  };
}
