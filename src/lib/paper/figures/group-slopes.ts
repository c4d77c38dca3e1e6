import { curves } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

const methods = [
  { key: 'mss', label: 'MSS-Complement' },
  { key: 'qwen', label: 'Qwen3 with reranking' },
];

/** Table 16: completion by the number of required groups. */
export function groupSlopes(table: PaperTable, k: 5 | 8 = 5): Figure {
  const rows = table.rows.filter((row) => text(row, 'required_groups') !== 'All');
  const labels = rows.map((row) => text(row, 'required_groups').replace('>=', '≥ '));
  return {
    id: `paper-group-slopes-${String(k)}`,
    title: `Complete-MSS@${String(k)} by the number of required groups`,
    summary: `Completion falls for both methods as more groups are needed; the lead at ${String(k)} units is ${rows.map((row) => show(num(row, `difference@${String(k)}`))).join(', ')} points for one, two and three or more groups.`,
    source: sourceOf(table, 'Denominators: 216, 135 and 149 states.'),
    table: tableView(table),
    ...curves({
      curves: methods.map(({ key, label }, series) => ({
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
