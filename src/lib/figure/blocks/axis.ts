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
    ticks: thinned(axis.ticks, length) ?? Math.max(3, Math.min(8, Math.floor(length / 70))),
    ...(axis.domain ? { domain: axis.domain } : {}),
    ...(axis.format ? { tickFormat: axis.format } : {}),
  };
}

/** Every second tick where all of them would touch. */
const thinned = (ticks: number[] | undefined, length: number): number[] | undefined =>
  ticks && length / ticks.length < 24 ? ticks.filter((_, at) => at % 2 === 0) : ticks;

/** Margins and marks that name the rows of a picture: beside the rows, or above them on a phone. `half` is half the height of a row's marks. */
export function rowNames(
  labels: readonly string[],
  view: View,
  half = 6,
): { marginLeft: number; marginTop: number; rowHeight: number; marks: Plot.Markish[] } {
  const { ink, grid } = themeOf(view);
  const rows = labels.map((_, at) => at);
  const rules = Plot.ruleY(rows, { y: (row: number) => row, stroke: grid });
  if (view.width < NARROW) {
    const lines = labels.map((label) => wrap(label, view.width - 20, 11));
    const deep = Math.max(...lines.map(({ length }) => length));
    const names = Plot.text(rows, {
      y: (row: number) => row,
      text: (row: number) => (lines[row] ?? []).join('\n'),
      frameAnchor: 'left',
      textAnchor: 'start',
      lineAnchor: 'bottom',
      dy: -half - 4,
      fontSize: 11,
      fill: ink,
      stroke: 'var(--plot-background)',
      strokeWidth: 4,
    });
    return {
      marginLeft: 10,
      marginTop: 7 * deep + 7,
      rowHeight: 2 * half + 12 + 13 * deep,
      marks: [rules, names],
    };
  }
  const room = Math.min(270, Math.ceil(Math.max(...labels.map((label) => textWidth(label)))) + 10);
  const lines = labels.map((label) => wrap(label, room - 10));
  const names = Plot.axisY({
    ticks: rows,
    tickFormat: (row: number) => (lines[row] ?? []).join('\n'),
    tickSize: 0,
    label: null,
    lineWidth: 80,
  });
  const height = Math.max(26, 10 + 15 * Math.max(...lines.map(({ length }) => length)));
  return { marginLeft: room + 4, marginTop: 18, rowHeight: height, marks: [rules, names] };
}

/** Moves labels apart: positions in order, each at least `gap` from the last, as near as may be to its own. */
export function spread(values: readonly number[], gap: number): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  const placed = order.map((at) => values[at] ?? 0);
  // From below push up, then settle each run of touching labels around its own middle.
  for (let round = 0; round < 50; round += 1) {
    let moved = false;
    for (let at = 1; at < placed.length; at += 1) {
      const overlap = gap - ((placed[at] ?? 0) - (placed[at - 1] ?? 0));
      if (overlap <= 1e-9) continue;
      placed[at - 1] = (placed[at - 1] ?? 0) - overlap / 2;
      placed[at] = (placed[at] ?? 0) + overlap / 2;
      moved = true;
    }
    if (!moved) break;
  }
  const out = new Array<number>(values.length).fill(0);
  order.forEach((at, place) => (out[at] = placed[place] ?? 0));
  return out;
}
