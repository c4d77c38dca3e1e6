import * as Plot from '@observablehq/plot';
import type { Figure, LegendItem, View } from '../figure';
import { stepLabel } from '../steps';
import { seriesStyle, themeOf } from '../theme';
import { rowNames, scale, type Axis } from './axis';

export interface RowPoint {
  series: number;
  x: number;
  /** An interval around `x`, drawn as a line. */
  interval?: { low: number; high: number } | null;
  sentence: string;
}

export interface DotRow {
  label: string;
  points: RowPoint[];
}

export interface RowsSpec {
  rows: DotRow[];
  x: Axis;
  /** Names of the series; one name or none draws no legend. */
  series: string[];
  /** A reference line: zero of a difference, a centre. */
  rule?: number;
  /** Joins the points of a row by a thin line. */
  connect?: boolean;
  /** One point a row: series are kinds of points, all in the row's middle. */
  single?: boolean;
}

interface Placed extends RowPoint {
  row: number;
  step: number;
}

/** Rows of dots, with intervals where given: dot plots, dumbbells and forest plots. */
export function dotRows(spec: RowsSpec): Pick<Figure, 'drawing' | 'steps' | 'legend'> {
  const points: Placed[] = [];
  spec.rows.forEach(({ points: row }, at) => {
    for (const point of row) points.push({ ...point, row: at, step: points.length });
  });
  const legend: LegendItem[] =
    spec.series.length > 1 ? spec.series.map((label, series) => ({ label, series, mark: 'dot' })) : [];
  return { steps: points.map(({ sentence }) => sentence), legend, drawing: { kind: 'plot', options } };

  function options(view: View): Plot.PlotOptions {
    const names = rowNames(
      spec.rows.map(({ label }) => label),
      view,
    );
    const { ink, muted } = themeOf(view);
    return {
      height: spec.rows.length * names.rowHeight + 42 + names.marginTop,
      marginLeft: names.marginLeft,
      marginRight: 18,
      marginTop: names.marginTop,
      marginBottom: 42,
      x: scale(spec.x, view.width - names.marginLeft),
      y: { type: 'point', domain: spec.rows.map((_, at) => at), axis: null, padding: 0.5 },
      marks: [
        spec.rule === undefined ? null : Plot.ruleX([spec.rule], { stroke: ink, strokeDasharray: '4 3' }),
        ...names.marks,
        spec.connect
          ? Plot.ruleY(spans(), { x1: 'low', x2: 'high', y: 'row', stroke: muted, strokeWidth: 1.5 })
          : null,
        ...spec.series.map((_, series) => marks(series, view)),
      ],
    };
  }

  function marks(series: number, view: View): Plot.Markish {
    const { color, symbol } = seriesStyle(view, series);
    const own = points.filter((point) => point.series === series);
    const spread = !spec.single && points.some(({ interval }) => interval) ? 9 : 0;
    const dy = (series - (spec.series.length - 1) / 2) * spread;
    const tag = (point: Placed) => stepLabel(point.step);
    return [
      Plot.ruleY(
        own.filter(({ interval }) => interval),
        {
          x1: (point: Placed) => point.interval?.low,
          x2: (point: Placed) => point.interval?.high,
          y: 'row',
          stroke: color,
          strokeWidth: 2,
          dy,
          ariaLabel: tag,
        },
      ),
      Plot.dot(own, { x: 'x', y: 'row', fill: color, symbol, r: 4.5, dy, ariaLabel: tag }),
    ];
  }

  function spans() {
    return spec.rows.map(({ points: row }, at) => ({
      row: at,
      low: Math.min(...row.map(({ x }) => x)),
      high: Math.max(...row.map(({ x }) => x)),
    }));
  }
}
