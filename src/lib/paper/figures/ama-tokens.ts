import { scatter } from '$lib/figure/blocks/scatter';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

export const amaCosts = {
  answer_prompt: 'answer prompt',
  answer_total: 'answer prompt and completion',
  online_total: 'all online tokens, controller included',
} as const;

export type AmaCost = keyof typeof amaCosts;

/** Table 3: accuracy against tokens, by what is counted. The answer to "cheaper?" turns on that choice. */
export function amaTokens(table: PaperTable, cost: AmaCost = 'answer_prompt'): Figure {
  return {
    id: `paper-ama-${cost.replace('_', '-')}`,
    title: `AMA-208: accuracy against tokens (${amaCosts[cost]})`,
    summary:
      cost === 'online_total'
        ? 'MSS-Complement is the most accurate and, its controller calls counted, also the most expensive.'
        : 'MSS-Complement is the most accurate while its answer model reads fewer tokens than most rivals; its controller calls are not counted on this axis.',
    source: sourceOf(
      table,
      'Denominator: 2,496 questions of 208 episodes; tokens are means per question, exact to 10.',
    ),
    table: tableView(table),
    ...scatter({
      points: table.rows.map((row) => ({
        x: num(row, cost),
        y: num(row, 'accuracy'),
        series: text(row, 'method') === 'MSS-Complement' ? 0 : 1,
        label: text(row, 'method'),
        sentence: `${text(row, 'method')}: ${show(num(row, 'accuracy'))}% (${show(num(row, 'correct'))} of 2,496) with ${show(num(row, cost))} tokens`,
      })),
      x: {
        label: `mean tokens per question: ${amaCosts[cost]}`,
        type: 'log',
        format: (value) => show(value),
        ticks: [2000, 3000, 5000, 10000, 20000, 30000],
      },
      y: { label: 'accuracy (%)' },
      series: ['MSS-Complement', 'others'],
    }),
  };
}
