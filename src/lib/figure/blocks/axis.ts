import * as Plot from '@observablehq/plot';
import type { View } from '../figure';
import { textWidth, wrap } from '../text';
import { themeOf } from '../theme';

/** A number axis of a picture. */
export interface Axis {
  label: string;
  domain?: [number, number];
  ticks?: number[];
  format?: (value: number) => string;
}

/** Below this width row labels stand above their rows instead of beside them. */
export const NARROW = 520;

/** Options of a linear scale; few ticks where there is little room. */
export function scale(axis: Axis, length: number): Plot.ScaleOptions {
  return {
    label: axis.label,
    labelArrow: 'none',
    grid: false,
    ticks: axis.ticks ?? Math.max(3, Math.min(8, Math.floor(length / 70))),
    ...(axis.domain ? { domain: axis.domain } : {}),
    ...(axis.format ? { tickFormat: axis.format } : {}),
  };
}

/** Margins and marks that name the rows of a picture: beside the rows, or above them on a phone. */
export function rowNames(
  labels: readonly string[],
  view: View,
): { marginLeft: number; rowHeight: number; marks: Plot.Markish[] } {
  const { ink, grid } = themeOf(view);
  const rows = labels.map((_, at) => at);
  const lines = Plot.ruleY(rows, { y: (row: number) => row, stroke: grid });
  if (view.width < NARROW) {
    const names = Plot.text(rows, {
      y: (row: number) => row,
      text: (row: number) => labels[row] ?? '',
      frameAnchor: 'left',
      textAnchor: 'start',
      dy: -12,
      fontSize: 11,
      fill: ink,
    });
    return { marginLeft: 10, rowHeight: 38, marks: [lines, names] };
  }
  const room = Math.min(250, Math.ceil(Math.max(...labels.map((label) => textWidth(label)))) + 10);
  const names = Plot.axisY({
    ticks: rows,
    tickFormat: (row: number) => wrap(labels[row] ?? '', room - 8).join('\n'),
    tickSize: 0,
    label: null,
    lineWidth: 60,
  });
  return { marginLeft: room + 4, rowHeight: 26, marks: [lines, names] };
}
