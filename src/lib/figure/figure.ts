import type { PlotOptions } from '@observablehq/plot';
import type { Table } from '$lib/table/table';

/** What a drawing may depend on beside its data. */
export interface View {
  /** CSS pixels. */
  width: number;
  dark: boolean;
  /** The keyboard step in focus, an index into `steps`; null when none. */
  focus: number | null;
}

/** A plain SVG tree for diagrams that are no plots; text is text, never markup. */
export interface SvgNode {
  tag: string;
  attrs?: Record<string, string | number>;
  children?: (SvgNode | string)[];
}

export type Drawing =
  { kind: 'plot'; options: (view: View) => PlotOptions } | { kind: 'svg'; tree: (view: View) => SvgNode };

/** One line of the legend: drawn above the picture, in the colour, symbol and dash of its series. */
export interface LegendItem {
  label: string;
  /** Index into the theme's series; see `seriesStyle`. */
  series: number;
  mark: 'line' | 'dot' | 'bar';
}

/**
 * A figure as a value, made by a pure function `(data, parameters) -> Figure`. Page, gallery, SVG export and
 * snapshot test draw the same value.
 */
export interface Figure {
  id: string;
  title: string;
  /** What the picture shows, in one or two sentences, for those who cannot see it. */
  summary: string;
  /** Where the numbers come from: table, split, seed, denominators. */
  source: string;
  /** The twin: every number of the picture. */
  table: Table;
  /** One sentence per keyboard step (a point, a bar, a node); marks tie to them by `stepLabel`. */
  steps: string[];
  legend?: LegendItem[];
  drawing: Drawing;
}
