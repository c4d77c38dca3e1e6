import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import type { Table } from '$lib/table/table';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

const methods = [
  { key: 'mss', label: 'MSS-Complement' },
  { key: 'qwen', label: 'Qwen3 with reranking' },
];

/** A run of the reader's own by stratum, in shares, under a label that names its split. */
export interface OwnStrata {
  label: string;
  values: { groups: string; states: number; value: number }[];
}

/** Table 16: completion by the number of required groups, and the reader's own runs on their own split. */
export function groupSlopes(table: PaperTable, k: 5 | 8 = 5, own: readonly OwnStrata[] = []): Figure {
  const rows = table.rows.filter((row) => text(row, 'required_groups') !== 'All');
  const labels = rows.map((row) => text(row, 'required_groups').replace('>=', '≥ '));
  const mine = own.slice(0, 3).map(({ label, values }, at): Curve => ({
    label,
    series: methods.length + at,
    points: values.map(({ groups, states, value }) => ({
      x: rows.findIndex((row) => text(row, 'required_groups') === groups),
      y: value * 100,
      sentence: `${label}, ${groups} groups (${show(states)} states): ${show(value * 100)}%`,
    })),
  }));
  return {
    id: `paper-group-slopes-${String(k)}`,
    title: `Complete-MSS@${String(k)} by the number of required groups`,
    summary: `Completion falls for both methods as more groups are needed; the lead at ${String(k)} units is ${rows.map((row) => show(num(row, `difference@${String(k)}`))).join(', ')} points for one, two and three or more groups.${own.length > 0 ? ' Your own runs are drawn beside them, scored on another split, named in the legend.' : ''}`,
    source: sourceOf(table, 'Denominators: 216, 135 and 149 states.'),
    table: withOwn(tableView(table), own, k),
    ...curves({
      curves: [
        ...methods.map(({ key, label }, series) => ({
          label,
          series,
          points: rows.map((row, x) => {
            const y = num(row, `${key}_complete@${String(k)}`);
            return {
              x,
              y,
              sentence: `${label}, ${labels[x] ?? ''} groups (${show(num(row, 'states'))} states): ${show(y)}%`,
            };
          }),
        })),
        ...mine,
      ],
      x: {
        label: 'required groups',
        type: 'point',
        ticks: rows.map((_, at) => at),
        format: (at) => labels[at] ?? '',
      },
      y: { label: `Complete-MSS@${String(k)} (%)`, domain: [0, 100] },
    }),
  };
}

/** The twin with the own runs as further rows: their name stands in the first column. */
function withOwn(table: Table, own: readonly OwnStrata[], k: number): Table {
  const column = table.columns.findIndex(({ key }) => key === `mss_complete@${String(k)}`);
  const rows = own.flatMap(({ label, values }) =>
    values.map(({ groups, states, value }) =>
      table.columns.map((_, at) =>
        at === 0 ? `${label}: ${groups}` : at === 1 ? states : at === column ? value * 100 : null,
      ),
    ),
  );
  const notes =
    own.length === 0
      ? table.notes
      : [...table.notes, 'Own rows: their Complete-MSS stands in the MSS column; their split is named.'];
  return { ...table, rows: [...table.rows, ...rows], notes };
}
