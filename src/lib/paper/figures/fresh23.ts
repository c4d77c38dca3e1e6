import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

const outcomes = [
  { key: 'strict', label: 'strict' },
  { key: 'fail_to_pass', label: 'fail-to-pass' },
  { key: 'pass_to_pass', label: 'pass-to-pass' },
] as const;

/** Table 24: resolved tasks by criterion and condition. */
export function fresh23Outcomes(table: PaperTable): Figure {
  return {
    id: 'paper-fresh23-outcomes',
    title: 'Fresh23: executed repairs by criterion',
    summary:
      'MSS-Complement resolves as many tasks as the full certificate under the strict criterion and ties the reranker on fail-to-pass; with 23 tasks every paired interval reaches or spans zero.',
    source: sourceOf(
      table,
      'Counts out of 23 tasks; pass-to-pass is checked only where fail-to-pass passes.',
    ),
    table: tableView(table),
    ...dotRows({
      x: { label: 'tasks resolved (of 23)', domain: [0, 23] },
      series: outcomes.map(({ label }) => label),
      connect: true,
      rows: table.rows.map((row) => ({
        label: text(row, 'condition'),
        points: outcomes.map(({ key, label }, series) => ({
          series,
          x: num(row, key),
          sentence: `${text(row, 'condition')}: ${show(num(row, key))} of 23 ${label}, ${show(num(row, 'mean_tokens_per_task'))} tokens a task`,
        })),
      })),
    }),
  };
}
