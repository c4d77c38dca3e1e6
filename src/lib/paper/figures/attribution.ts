import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

const measures = [
  { key: 'complete@5', label: 'first 5 units' },
  { key: 'returned_completion', label: 'whole answer' },
] as const;

/** Table 4: the controls and ablations, at five units and over the whole answer. */
export function attribution(table: PaperTable): Figure {
  return {
    id: 'paper-attribution',
    title: 'Controls and ablations on Test500',
    summary:
      'Most of the gain over the reranker comes with the set objective; the adaptive control without feedback is within a point of the full method.',
    source: sourceOf(table, 'Complete-MSS over the same 500 Test500 states.'),
    table: tableView(table),
    ...dotRows({
      x: { label: 'Complete-MSS (%)', domain: [55, 90] },
      series: measures.map(({ label }) => label),
      connect: true,
      rows: table.rows.map((row) => ({
        label: text(row, 'method'),
        points: measures.map(({ key, label }, series) => ({
          series,
          x: num(row, key),
          sentence: `${text(row, 'method')}, ${label}: ${show(num(row, key))}% with ${show(num(row, 'context'))} tokens`,
        })),
      })),
    }),
  };
}
