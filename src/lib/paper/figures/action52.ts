import { scatter } from '$lib/figure/blocks/scatter';
import { stack } from '$lib/figure/blocks/stack';
import type { Figure } from '$lib/figure/figure';
import { num, text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';
import { show } from '../words';

const executors = ['DeepSeek', 'Claude'] as const;

/** Table 2, left half: does more complete evidence make a more precise repair target? One line an executor. */
export function actionPrecision(table: PaperTable): Figure {
  const rows = table.rows
    .filter((row) => text(row, 'cohort') === 'Action52')
    .sort((a, b) => num(a, 'complete_mss') - num(b, 'complete_mss'));
  return {
    id: 'paper-action52-precision',
    title: 'Action52: target precision against evidence completeness',
    summary:
      'For both executors precision is highest with complete certificates and MSS-Complement is the best deployable condition; the oracle rows read the private certificate.',
    source: sourceOf(
      table,
      '52 tasks; precision is precise targets over a fixed 171 slots; completeness is Complete-MSS of the evidence.',
    ),
    table: tableView({ ...table, rows }),
    ...scatter({
      points: executors.flatMap((executor, series) =>
        rows.map((row) => {
          const y = num(row, `precision_${executor.toLowerCase()}`);
          const condition = text(row, 'condition');
          return {
            x: num(row, 'complete_mss'),
            y,
            series,
            label: series === 0 ? condition : '',
            sentence: `${executor}, ${condition}: ${show(num(row, 'complete_mss'))}% complete, precision ${show(y)}%`,
          };
        }),
      ),
      x: { label: 'Complete-MSS of the evidence (%)' },
      y: { label: 'target precision (%)' },
      series: executors.map((executor) => `${executor} as executor`),
      connect: true,
    }),
  };
}

const verdicts = ['precise', 'coarse', 'wrong', 'other'] as const;

/** Table 21: the judged targets of each condition. */
export function actionVerdicts(table: PaperTable): Figure {
  return {
    id: 'paper-action52-verdicts',
    title: 'Action52: verdicts on emitted targets',
    summary:
      'Precise targets grow and wrong ones shrink from plain embedding to the full certificate, for both executors; MSS-Complement lies close to the oracle with DeepSeek.',
    source: sourceOf(
      table,
      '161 to 169 emitted targets a condition; oracle rows read the private certificate.',
    ),
    table: tableView(table),
    ...stack({
      rows: table.rows.map((row) => ({
        label: `${text(row, 'executor')}: ${text(row, 'evidence')}`,
        parts: verdicts.map((verdict, series) => ({
          series,
          value: num(row, verdict),
          sentence: `${text(row, 'executor')}, ${text(row, 'evidence')}: ${show(num(row, verdict))} ${verdict}`,
        })),
      })),
      x: { label: 'emitted targets' },
      series: [...verdicts],
    }),
  };
}
