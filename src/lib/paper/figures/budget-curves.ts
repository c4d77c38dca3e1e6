import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { budgets } from '../budgets';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

/** Table 11: Complete-MSS over the seven prefix lengths, for the reranker, the controls and the method. */
export function budgetCurves(table: PaperTable): Figure {
  const lines = table.rows.map((row, series): Curve => ({
    label: text(row, 'method'),
    series,
    points: budgets.map((k) => {
      const y = num(row, `complete@${String(k)}`);
      return { x: k, y, sentence: `${text(row, 'method')}, first ${String(k)} units: ${show(y)}%` };
    }),
  }));
  return {
    id: 'paper-budget-curves',
    title: 'Complete-MSS against the number of returned units',
    summary:
      'The three-stage rows pass the reranker from three units on and end with their own output by eight; the reranker keeps rising to sixteen units, where it is ahead because the others return no more.',
    source: sourceOf(table, 'Denominator: 500 Test500 states, frozen predictions.'),
    table: tableView(table),
    ...curves({
      curves: lines,
      x: { label: 'units in the prefix (k)', ticks: [...budgets], format: String },
      y: { label: 'Complete-MSS (%)', domain: [0, 100] },
    }),
  };
}
