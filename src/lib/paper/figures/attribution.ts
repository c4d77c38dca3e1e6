import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, rowWhere, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show, signed } from '../words';

const measures = [
  { key: 'complete@5', label: 'first 5 units' },
  { key: 'returned_completion', label: 'whole answer' },
] as const;

const ladder = [
  [
    'three calls without the set objective',
    'Independent similarity (fixed 7)',
    'Qwen3 embed + reranker (fixed 7)',
  ],
  ['the set objective', 'No feedback (fixed 7)', 'Independent similarity (fixed 7)'],
  ['adaptive size', 'No feedback (adaptive 4-8)', 'No feedback (fixed 7)'],
  ['feedback', 'MSS-Complement', 'No feedback (adaptive 4-8)'],
] as const;

/** Table 4: the controls and ablations, at five units and over the whole answer. */
export function attribution(table: PaperTable): Figure {
  return {
    id: 'paper-attribution',
    title: 'Controls and ablations on Test500',
    summary: `Step by step from the reranker, at five units: ${gains(table)} points.`,
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

/** What each step of the ladder adds, in points. */
function gains(table: PaperTable): string {
  const at = (method: string) => num(rowWhere(table, { method }), 'complete@5');
  return ladder.map(([what, after, before]) => `${what} ${signed(at(after) - at(before))}`).join(', ');
}
