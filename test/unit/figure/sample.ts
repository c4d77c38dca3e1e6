import * as Plot from '@observablehq/plot';
import type { Figure } from '$lib/figure/figure';
import { stepLabel } from '$lib/figure/steps';
import { seriesStyle } from '$lib/figure/theme';

export const rows = [
  { k: 1, share: 0.2 },
  { k: 3, share: 0.5 },
  { k: 5, share: 0.7 },
];

/** A small line chart with one series. */
export const sample: Figure = {
  id: 'sample',
  title: 'A sample & its <curve>',
  summary: 'Completion rises with k.',
  source: 'Three made-up points, 10 states.',
  table: {
    title: 'Sample',
    columns: [
      { key: 'k', label: 'k', kind: 'count' },
      { key: 'share', label: 'share', kind: 'percent' },
    ],
    rows: rows.map(({ k, share }) => [k, share]),
    notes: [],
  },
  steps: rows.map(({ k, share }) => `At ${String(k)}: ${String(share * 100)}%`),
  legend: [
    { label: 'a method', series: 0, mark: 'line' },
    { label: 'points of it', series: 1, mark: 'dot' },
    { label: 'bars', series: 2, mark: 'bar' },
  ],
  drawing: {
    kind: 'plot',
    options: (view) => {
      const { color, symbol, dash } = seriesStyle(view, 0);
      return {
        height: 200,
        y: { percent: true, label: 'share' },
        marks: [
          Plot.gridY(),
          Plot.lineY(rows, { x: 'k', y: 'share', stroke: color, strokeDasharray: dash }),
          Plot.dot(rows, {
            x: 'k',
            y: 'share',
            fill: color,
            symbol,
            ariaLabel: (_: unknown, at: number) => stepLabel(at),
          }),
          Plot.text(rows, { x: 'k', y: 'share', text: 'share', stroke: 'var(--plot-background)', dy: -10 }),
        ],
      };
    },
  },
};
