import type { Bounds } from '$lib/retrieval/baselines/bounds';
import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import type { Cell } from '$lib/table/table';
import { printMeasure } from '../metrics/registry';
import type { Measure } from '../metrics/measure';
import { CURVE_DEPTH, type ScoreResult } from './session';

const share = (value: number) => `${(value * 100).toFixed(1)}%`;

/** How a measure grows with the budget k: a line a method, and the pool's floor and ceiling where known. */
export function budgetFigure(
  result: ScoreResult,
  measure: Measure,
  data: string,
  bounds: readonly Bounds[],
): Figure {
  const ks = Array.from({ length: CURVE_DEPTH }, (_, i) => i + 1);
  const line = (label: string, series: number | null, value: (k: number) => number | null): Curve => ({
    label,
    series,
    points: ks.flatMap((k) => {
      const y = value(k);
      return y === null ? [] : [{ x: k, y: y * 100, sentence: `${label}, first ${k}: ${share(y)}` }];
    }),
  });
  const own = result.summaries.map((summary, i) =>
    line(
      summary.status === 'partial' ? `${summary.method} (partial)` : summary.method,
      // Six hues can be told apart; more methods are drawn quietly and named at their ends.
      i < 6 ? i : null,
      (k) => summary.means[result.sheet.columns.indexOf(printMeasure(measure.name, k))] ?? null,
    ),
  );
  const bound = (k: number) => bounds.find((one) => one.k === k);
  const limits = [
    line('random floor', null, (k) => {
      const floors = Object.entries(bound(k)?.random ?? {});
      return floors.find(([name]) => name === measure.name)?.[1] ?? null;
    }),
    line('oracle ceiling', null, (k) =>
      measure.name === 'mss_complete' ? (bound(k)?.oracleComplete ?? null) : null,
    ),
  ].filter((curve) => curve.points.length > 0);
  const lines = [...own, ...limits];
  return {
    id: `score-budget-${measure.name}`,
    title: `${measure.label} by budget`,
    summary: `${measure.help} Drawn for every k up to ${CURVE_DEPTH}.`,
    source: `${data}, ${result.splitStates} states; means over each method's own states.`,
    table: {
      title: `${measure.label} (%) by k`,
      columns: [
        { key: 'method', label: 'Method', kind: 'text' },
        ...ks.map((k) => ({ key: `k${k}`, label: `@${k}`, kind: 'number' as const, digits: 2 })),
      ],
      rows: lines.map(({ label, points }): Cell[] => [
        label,
        ...ks.map((k) => points.find((point) => point.x === k)?.y ?? null),
      ]),
      notes: [`${measure.label}: ${measure.formula}.`],
    },
    ...curves({
      curves: lines,
      x: { label: 'budget k (units)', ticks: [1, 3, 5, 8, 10, 12, 16], format: String },
      y: { label: `${measure.label} (%)`, domain: [0, 100] },
    }),
  };
}
