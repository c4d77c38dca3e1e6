import { curves } from '$lib/figure/blocks/curves';
import { stack } from '$lib/figure/blocks/stack';
import type { Figure } from '$lib/figure/figure';
import { show, signed } from '../words';
import type { BootstrapWatch } from './watch';

const points = (share: number): string => signed(share * 100);

/** The clusters of the last resample: each as often as it was drawn. */
export function drawFigure(watch: BootstrapWatch, source: string): Figure {
  const counts = watch.multiplicities;
  const estimate = watch.estimates.at(-1);
  const said = estimate === undefined ? 'nothing is drawn yet' : `its estimate is ${points(estimate)} points`;
  return {
    id: 'whatif-bootstrap-draw',
    title: `Resample ${show(watch.drawn)}: clusters drawn with replacement`,
    summary: `${show(watch.clusters.length)} draws among ${show(watch.clusters.length)} clusters; ${show(counts.filter((count) => count === 0).length)} clusters are left out of this resample; ${said}.`,
    source,
    table: {
      title: 'Clusters of the last resample',
      columns: [
        { key: 'cluster', label: 'Cluster', kind: 'text' },
        { key: 'states', label: 'States', kind: 'count' },
        { key: 'difference', label: 'Sum of differences', kind: 'number' },
        { key: 'drawn', label: 'Times drawn', kind: 'count' },
      ],
      rows: watch.clusters.map(({ name, states, difference }, at) => [
        name,
        states,
        difference,
        counts[at] ?? 0,
      ]),
      notes: [],
    },
    ...stack({
      rows: watch.clusters.map(({ name, states, difference }, at) => ({
        label: name,
        parts: [
          {
            series: 0,
            value: counts[at] ?? 0,
            sentence: `${name}, ${show(states)} states, differences sum to ${signed(difference)}: drawn ${show(counts[at] ?? 0)} times`,
          },
        ],
      })),
      x: { label: 'times drawn', domain: [0, Math.max(4, ...counts)], ticks: [0, 1, 2, 3, 4] },
      series: ['drawn'],
    }),
  };
}

/** The interval's ends against the number of resamples. */
export function settlingFigure(watch: BootstrapWatch, source: string): Figure {
  const { history, observed } = watch;
  const now = watch.drawn > 0 ? watch.interval() : null;
  const line = (end: 'low' | 'high', label: string, series: number) => ({
    label,
    series,
    points: history.map((look) => ({
      x: look.drawn,
      y: look[end] * 100,
      sentence: `After ${show(look.drawn)} resamples the ${label} is ${points(look[end])} points`,
    })),
  });
  const drawn = history.map((look) => look.drawn);
  return {
    id: 'whatif-bootstrap-settling',
    title: 'The interval settles',
    summary: now
      ? `Observed difference ${points(observed)} points; after ${show(watch.drawn)} resamples the 95% interval is [${points(now.low)}, ${points(now.high)}].`
      : `Observed difference ${points(observed)} points; nothing is drawn yet.`,
    source,
    table: {
      title: 'Interval by number of resamples',
      columns: [
        { key: 'drawn', label: 'Resamples', kind: 'count' },
        { key: 'low', label: 'Low (points)', kind: 'number', digits: 2 },
        { key: 'high', label: 'High (points)', kind: 'number', digits: 2 },
      ],
      rows: history.map(({ drawn: count, low, high }) => [count, low * 100, high * 100]),
      notes: [`Observed difference: ${points(observed)} points. Percentile interval, linear interpolation.`],
    },
    ...curves({
      curves: [
        line('high', 'upper end', 1),
        line('low', 'lower end', 0),
        {
          label: 'observed',
          series: 2,
          points:
            drawn.length === 0
              ? []
              : [drawn[0] ?? 1, drawn.at(-1) ?? 1].map((x) => ({
                  x,
                  y: observed * 100,
                  sentence: `Observed difference: ${points(observed)} points`,
                })),
        },
      ],
      x: {
        label: 'resamples drawn',
        type: 'log',
        domain: [1, watch.limit],
        ticks: [1, 10, 100, 1000, 10000],
        format: (value) => show(value),
      },
      y: { label: 'difference (points)' },
      height: 300,
    }),
  };
}
