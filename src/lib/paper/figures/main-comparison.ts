import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

export type Metric = 'complete' | 'group';

const names: Record<Metric, string> = { complete: 'Complete-MSS', group: 'Group recall' };

/** Table 1 as dumbbells: each method at five and at eight units, best first. */
export function mainComparison(table: PaperTable, metric: Metric = 'complete'): Figure {
  const rows = [...table.rows].sort((a, b) => num(b, `${metric}@5`) - num(a, `${metric}@5`));
  const name = names[metric];
  return {
    id: `paper-main-${metric}`,
    title: `${name} of the twelve methods on Test500`,
    summary: `${text(rows[0] ?? {}, 'method')} leads at five units with ${show(num(rows[0] ?? {}, `${metric}@5`))}%, ahead of ${text(rows[1] ?? {}, 'method')} with ${show(num(rows[1] ?? {}, `${metric}@5`))}%; every method gains from five to eight units.`,
    source: sourceOf(table, 'Denominator: all 500 Test500 states in every row.'),
    table: tableView(table),
    ...dotRows({
      x: { label: `${name} (%)`, domain: [0, 100] },
      series: ['first 5 units', 'first 8 units'],
      connect: true,
      rows: rows.map((row) => ({
        label: text(row, 'method'),
        points: [5, 8].map((k, series) => {
          const x = num(row, `${metric}@${String(k)}`);
          return { series, x, sentence: `${text(row, 'method')}, first ${String(k)} units: ${show(x)}%` };
        }),
      })),
    }),
  };
}
