import { curves } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { show } from '../words';
import type { SplitBound } from './split-bounds';

/** Floor and ceiling of real pools over k. `where` names the split: it is not Test500. */
export function boundsFigure(bounds: readonly SplitBound[], where: string): Figure {
  const five = bounds.find(({ k }) => k === 5);
  const line = (label: string, series: number, value: (bound: SplitBound) => number) => ({
    label,
    series,
    points: bounds.map((bound) => ({
      x: bound.k,
      y: value(bound) * 100,
      sentence: `${label}, ${show(bound.k)} units: ${show(value(bound) * 100)}%`,
    })),
  });
  return {
    id: 'whatif-bounds',
    title: `Floor and ceiling of the pools of ${where}`,
    summary: `Five units chosen blindly complete ${show((five?.uniform ?? 0) * 100)}% of the states on average, the best five ${show((five?.oracle ?? 0) * 100)}%.`,
    source: `Computed exactly from pools and certificates of ${where}; the oracle reads certificates.`,
    table: {
      title: `Complete-MSS of ${where} by k`,
      columns: [
        { key: 'k', label: 'k', kind: 'count' },
        { key: 'uniform', label: 'Uniform choice', kind: 'percent', digits: 2 },
        { key: 'oracle', label: 'Oracle', kind: 'percent', digits: 2 },
      ],
      rows: bounds.map(({ k, uniform, oracle }) => [k, uniform, oracle]),
      notes: [`Split: ${where}. States weigh equally.`],
    },
    ...curves({
      curves: [
        line('uniform choice (expected)', 0, ({ uniform }) => uniform),
        line('oracle', 1, ({ oracle }) => oracle),
      ],
      x: { label: 'units in the prefix (k)', ticks: [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16], format: String },
      y: { label: 'complete (%)', domain: [0, 100] },
      height: 300,
    }),
  };
}
