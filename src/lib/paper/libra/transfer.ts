import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show, signed } from '../words';

const ends = [
  { key: 'without_catalog', label: 'without catalog' },
  { key: 'with_catalog', label: 'with trained catalog' },
] as const;

/** Solvers that the catalogs were not trained with, before and after. */
export function libraTransfer(table: PaperTable): Figure {
  return {
    id: 'libra-transfer',
    title: 'The same catalogs in the hands of other Solvers',
    summary: `All three Solvers gain without retraining, the weakest most: ${table.rows.map((row) => `${text(row, 'solver')} ${signed(num(row, 'gain'))}`).join(', ')} points.`,
    source: sourceOf(table, '300 sympy test instances.'),
    table: tableView(table),
    ...dotRows({
      x: { label: 'test file accuracy (%)', domain: [40, 100] },
      series: ends.map(({ label }) => label),
      connect: true,
      rows: table.rows.map((row) => ({
        label: text(row, 'solver'),
        points: ends.map(({ key, label }, series) => ({
          series,
          x: num(row, key),
          sentence: `${text(row, 'solver')}, ${label}: ${show(num(row, key))}%`,
        })),
      })),
    }),
  };
}
