import * as Plot from '@observablehq/plot';
import type { Figure, View } from '$lib/figure/figure';
import { stepLabel } from '$lib/figure/steps';
import { themeOf } from '$lib/figure/theme';
import type { Agreement } from '../report/agreement';

/** How alike the views rank: a matrix of circles, the larger the more alike, each with its number. */
export function agreementFigure(
  views: readonly string[],
  pairs: readonly Agreement[],
  { data, states }: { data: string; states: number },
): Figure {
  const cells = pairs.filter((pair) => pair.overlap !== null);
  const closest = cells.toSorted((x, y) => (y.overlap ?? 0) - (x.overlap ?? 0))[0];
  const say = (value: number | null): string => (value === null ? 'none' : value.toFixed(2));
  return {
    id: 'retrieve-agreement',
    title: 'How alike the views rank',
    summary:
      closest === undefined
        ? 'No two views speak in the same state.'
        : `Rank-biased overlap (p = 0.9), 1 for equal rankings. The most alike are ${closest.a} and ${closest.b}, ${say(closest.overlap)}.`,
    source: `${data}, ${states} states; means over the states in which both views speak.`,
    table: {
      title: 'Rank agreement between views',
      columns: [
        { key: 'a', label: 'View', kind: 'text' },
        { key: 'b', label: 'Other view', kind: 'text' },
        { key: 'overlap', label: 'Rank-biased overlap', kind: 'number', digits: 3, help: 'p = 0.9' },
        {
          key: 'tau',
          label: 'Kendall tau-b',
          kind: 'number',
          digits: 3,
          help: 'Over the leading 20 of both.',
        },
        { key: 'states', label: 'States', kind: 'count' },
      ],
      rows: pairs.map(({ a, b, overlap, tau, states: both }) => [a, b, overlap, tau, both]),
      notes: [`${states} states of ${data}.`],
    },
    steps: cells.map(({ a, b, overlap, tau }) => `${a} and ${b}: overlap ${say(overlap)}, tau ${say(tau)}`),
    drawing: { kind: 'plot', options },
  };

  function options(view: View): Plot.PlotOptions {
    const { ink, muted, wash } = themeOf(view);
    const marginLeft = view.width < 560 ? 132 : 150;
    const cell = (view.width - marginLeft - 20) / Math.max(1, views.length - 1);
    // Discs of neighbours do not overlap: at most 16 wide, less where the cells are small.
    const grows = Math.max(2, Math.min(12, cell / 2 - 4));
    return {
      height: views.length * 34 + 130,
      marginLeft,
      marginTop: 8,
      marginBottom: 120,
      x: { type: 'band', domain: views.slice(1), label: null, tickRotate: -45 },
      y: { type: 'band', domain: views.slice(0, -1), label: null },
      r: { type: 'identity' },
      marks: [
        Plot.dot(cells, {
          x: 'b',
          y: 'a',
          r: ({ overlap }: Agreement) => 4 + grows * (overlap ?? 0),
          fill: wash,
          stroke: muted,
          ariaLabel: (_: Agreement, at: number) => stepLabel(at),
        }),
        Plot.text(cells, {
          x: 'b',
          y: 'a',
          text: ({ overlap }: Agreement) => say(overlap),
          fill: ink,
          fontSize: cell < 26 ? 9 : 11,
        }),
      ],
    };
  }
}
