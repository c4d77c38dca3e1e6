import type { Cell, Column, Table } from '$lib/table/table';
import { columnLabel, parseColumn } from '../comparison/column';
import { settingsLine } from '../comparison/describe';
import type { Comparison, ContrastResult } from '../comparison/result';
import { signTest } from '../sign-test';

const percent = (key: string, label: string, help?: string): Column => ({
  key,
  label,
  kind: 'percent',
  digits: 2,
  ...(help === undefined ? {} : { help }),
});
const tally = (key: string, label: string): Column => ({ key, label, kind: 'count' });
const text = (key: string, label: string, help?: string): Column => ({
  key,
  label,
  kind: 'text',
  ...(help === undefined ? {} : { help }),
});

const COLUMNS: Column[] = [
  text('left', 'Left'),
  text('right', 'Right'),
  text('metric', 'Metric'),
  text('stratum', 'States'),
  text('treatment', 'Failed states'),
  percent('left_mean', 'Left mean'),
  percent('right_mean', 'Right mean'),
  percent('difference', 'Difference'),
  percent('low', 'Low'),
  percent('high', 'High'),
  text('mark', 'Mark', '* the interval excludes zero; † p (Holm) below 0.05'),
  tally('wins', 'Wins'),
  tally('ties', 'Ties'),
  tally('losses', 'Losses'),
  {
    key: 'sign',
    label: 'p (sign)',
    kind: 'number',
    digits: 4,
    help: 'Exact two-sided sign test over wins and losses, ties left out; it takes states as independent',
  },
  percent('above', 'Above zero', 'Share of resamples above zero'),
  percent('below', 'Below zero', 'Share of resamples below zero'),
  {
    key: 'p',
    label: 'p',
    kind: 'number',
    digits: 4,
    help: 'Two-sided paired randomisation test over whole clusters',
  },
  {
    key: 'holm',
    label: 'p (Holm)',
    kind: 'number',
    digits: 4,
    help: "Holm's correction over the pairs shown for this metric",
  },
  tally('states', 'n'),
  tally('clusters', 'Clusters'),
  text('note', 'Note'),
];

export const labelOf = (key: string): string => {
  const column = parseColumn(key);
  return column ? columnLabel(column) : key;
};

/** The significance marks: an interval that excludes zero, a corrected p below 0.05. */
export const markOf = ({ excludesZero, holm }: ContrastResult): string =>
  (excludesZero ? '*' : '') + (holm !== null && holm < 0.05 ? '†' : '');

/** A word in the row; the table's notes say what it means. */
export const noteOf = ({ clusters, warning }: ContrastResult): string =>
  warning === null ? '' : clusters < 2 ? 'one cluster' : 'few clusters';

function row(one: ContrastResult): Cell[] {
  return [
    one.left,
    one.right,
    labelOf(one.column),
    one.stratum.name,
    one.treatment,
    one.leftMean,
    one.rightMean,
    one.difference,
    one.interval?.low ?? null,
    one.interval?.high ?? null,
    markOf(one),
    one.outcomes?.wins ?? null,
    one.outcomes?.ties ?? null,
    one.outcomes?.losses ?? null,
    one.outcomes && signTest(one.outcomes),
    one.interval?.shareAbove ?? null,
    one.interval?.shareBelow ?? null,
    one.test?.p ?? null,
    one.holm,
    one.states,
    one.clusters,
    noteOf(one),
  ];
}

/** Every pair of the chosen results, one row each; pairs that cannot be compared say why and hold no number. */
export function contrastTable(
  comparison: Comparison,
  choose: (one: ContrastResult) => boolean = () => true,
  title = 'Paired differences (left - right)',
): Table {
  const shown = comparison.results.filter((one) => one.right !== null && choose(one));
  const columns = new Set(shown.map(({ column }) => column));
  const whole = shown.length === 0 || shown.some(({ stratum }) => stratum.kind === 'all');
  const refused = comparison.notComparable.filter(
    ({ right, column }) => whole && right !== null && (columns.size === 0 || columns.has(column)),
  );
  const rows = [
    ...shown.map(row),
    ...refused.map(({ left, right, column, reason }) =>
      COLUMNS.map(({ key }): Cell => {
        const known: Record<string, Cell> = { left, right, metric: labelOf(column), note: reason, mark: '' };
        return known[key] ?? (key === 'stratum' || key === 'treatment' ? '' : null);
      }),
    ),
  ];
  return {
    title,
    ...withoutIdle(COLUMNS, rows),
    notes: [
      settingsLine(comparison.settings),
      '* the interval excludes zero; † p (Holm) below 0.05. States weigh equally; the order of the ids in a prediction is their rank.',
      ...testNotes(shown),
      ...fewNotes(shown),
      ...(shown.some(({ warning }) => warning !== null) ? [FEW_NOTE] : []),
    ],
  };
}

export const FEW_NOTE =
  'few clusters: fewer than 10, the interval is likely too narrow; one cluster: no interval is given.';

/** Leaves out the columns that say the same of every row: all states, no failed ones, no note. */
export function withoutIdle(
  columns: readonly Column[],
  rows: readonly Cell[][],
): Pick<Table, 'columns' | 'rows'> {
  const idle: Record<string, string> = { stratum: 'all states', treatment: 'failed = 0', note: '' };
  const kept = columns.flatMap(({ key }, at) =>
    rows.every((cells) => cells[at] === '' || cells[at] === idle[key]) && Object.hasOwn(idle, key)
      ? []
      : [at],
  );
  return {
    columns: kept.flatMap((at) => columns[at] ?? []),
    rows: rows.map((cells) => kept.map((at) => cells[at] ?? null)),
  };
}

function testNotes(shown: readonly ContrastResult[]): string[] {
  const tests = shown.flatMap(({ test }) => test ?? []);
  if (tests.length === 0) return ['p: not computed.'];
  const exact = tests.some((one) => one.exact)
    ? 'every sign flip of whole clusters where there are 16 clusters or fewer'
    : '';
  const drawn = tests.find((one) => !one.exact);
  const random = drawn ? `${drawn.flips} random sign flips of whole clusters` : '';
  return [
    `p: two-sided paired randomisation test, ${[exact, random].filter(Boolean).join('; ')}; p = (1 + as extreme) / (1 + flips). Holm's correction over the pairs of one metric and stratum.`,
  ];
}

/** Of the intervals that exclude zero, those that the sign test does not bear out: what they rest on. */
function fewNotes(shown: readonly ContrastResult[]): string[] {
  return shown.flatMap(({ left, right, column, stratum, treatment, excludesZero, outcomes }) => {
    if (!excludesZero || !outcomes) return [];
    const p = signTest(outcomes);
    if (p <= 0.05) return [];
    const where = [
      labelOf(column),
      stratum.kind === 'all' ? '' : stratum.name,
      treatment === 'failed = 0' ? '' : treatment,
    ];
    return [
      `${left} − ${right ?? ''}, ${where.filter(Boolean).join(', ')}: the interval excludes zero, but it rests on ${outcomes.wins} wins and ${outcomes.losses} losses; the exact sign test gives p = ${p.toPrecision(3)}. So few states that differ can lean to one side by chance.`,
    ];
  });
}
