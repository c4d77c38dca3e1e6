import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

const cohorts = [
  { key: 'all', label: 'all 500 states' },
  { key: 'coverable', label: '333 coverable states' },
] as const;

/** Table 17: discovery from the full repository, over all states and where discovery could succeed. */
export function discovery(table: PaperTable): Figure {
  return {
    id: 'paper-discovery',
    title: 'Gold-blind discovery from the full repository',
    summary:
      'MSS-Complement leads in both cohorts at five and eight units; over all states a third of the certificates were never found by the first search.',
    source: sourceOf(table, 'A separate cohort of 500 states with its own certificate snapshot.'),
    table: tableView(table),
    ...dotRows({
      x: { label: 'Complete-MSS (%)', domain: [30, 70] },
      series: table.rows.map((row) => text(row, 'method')),
      connect: true,
      rows: cohorts.flatMap(({ key, label }) =>
        [5, 8].map((k) => ({
          label: `${label}, first ${String(k)} units`,
          points: table.rows.map((row, series) => {
            const x = num(row, `${key}_complete@${String(k)}`);
            return {
              series,
              x,
              sentence: `${text(row, 'method')}, ${label}, first ${String(k)} units: ${show(x)}%`,
            };
          }),
        })),
      ),
    }),
  };
}
