import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show, signed } from '../words';

/** Table 12: the two methods under item, token and per-state matched budgets. */
export function matchedBudgets(table: PaperTable): Figure {
  return {
    id: 'paper-matched-budgets',
    title: 'MSS-Complement and the reranker under the same budget',
    summary: `The lead holds at equal items and at 4,096 tokens and nearly closes at 6,144 tokens, where the reranker reads ${show(num(table.rows[3] ?? {}, 'context_qwen'))} tokens against ${show(num(table.rows[3] ?? {}, 'context_ours'))}.`,
    source: sourceOf(table, 'Complete-MSS over 500 Test500 states.'),
    table: tableView(table),
    ...dotRows({
      x: { label: 'Complete-MSS (%)', domain: [60, 85] },
      series: ['MSS-Complement', 'Qwen3 with reranking'],
      connect: true,
      rows: table.rows.map((row) => {
        const difference = `(difference ${signed(num(row, 'difference'))})`;
        const point = (series: number, who: string, key: string) => ({
          series,
          x: num(row, key),
          sentence: `${text(row, 'condition')}, ${who}: ${show(num(row, key))}% with ${show(num(row, `context_${key}`))} tokens ${difference}`,
        });
        return {
          label: text(row, 'condition'),
          points: [point(0, 'MSS-Complement', 'ours'), point(1, 'reranker', 'qwen')],
        };
      }),
    }),
  };
}
