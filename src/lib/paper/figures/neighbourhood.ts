import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

/** Table 18: the settings around the frozen centre, at five and eight units. */
export function neighbourhood(table: PaperTable): Figure {
  const centre = num(table.rows[0] ?? {}, 'complete@5');
  const values = table.rows.map((row) => num(row, 'complete@5'));
  return {
    id: 'paper-neighbourhood',
    title: 'Parameter neighbourhood of the frozen configuration on Cal120',
    summary: `Complete-MSS@5 lies between ${show(Math.min(...values))}% and ${show(Math.max(...values))}% around the frozen centre at ${show(centre)}% (dashed line).`,
    source: sourceOf(
      table,
      'Denominator: 120 Cal500 states. "Broad" rows are earlier runs that may differ in more than one factor.',
    ),
    table: tableView(table),
    ...dotRows({
      x: { label: 'Complete-MSS (%)', domain: [55, 80] },
      series: ['first 5 units', 'first 8 units'],
      rule: centre,
      connect: true,
      rows: table.rows.map((row) => ({
        label: `${text(row, 'setting')} (${text(row, 'configuration')})`,
        points: [5, 8].map((k, series) => {
          const x = num(row, `complete@${String(k)}`);
          return { series, x, sentence: `${text(row, 'setting')}, first ${String(k)} units: ${show(x)}%` };
        }),
      })),
    }),
  };
}
