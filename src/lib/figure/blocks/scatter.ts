import * as Plot from '@observablehq/plot';
import type { Figure, View } from '../figure';
import { stepLabel } from '../steps';
import { seriesStyle, themeOf } from '../theme';
import { scale, type Axis } from './axis';

export interface ScatterPoint {
  x: number;
  y: number;
  series: number;
  label: string;
  sentence: string;
}

export interface ScatterSpec {
  points: ScatterPoint[];
  x: Axis & { type?: 'linear' | 'log' };
  y: Axis;
  series: string[];
  /** Joins the points of a series in their order. */
  connect?: boolean;
  height?: number;
}

/** Named points in a plane. */
export function scatter(spec: ScatterSpec): Pick<Figure, 'drawing' | 'steps' | 'legend'> {
  const points = spec.points.map((point, step) => ({ ...point, step }));
  type Placed = (typeof points)[number];
  const xs = points.map(({ x }) => x).sort((a, b) => a - b);
  const middle = xs[Math.floor(xs.length / 2)] ?? 0;
  return {
    steps: points.map(({ sentence }) => sentence),
    legend:
      spec.series.length > 1 ? spec.series.map((label, series) => ({ label, series, mark: 'dot' })) : [],
    drawing: { kind: 'plot', options },
  };

  function options(view: View): Plot.PlotOptions {
    const height = spec.height ?? 360;
    const { grid, ink } = themeOf(view);
    const text = {
      x: 'x',
      y: 'y',
      text: 'label',
      fill: ink,
      stroke: 'var(--plot-background)',
      strokeWidth: 4,
      fontSize: 11,
    };
    return {
      height,
      marginTop: 26,
      marginLeft: 50,
      marginRight: 24,
      marginBottom: 42,
      x: { ...scale(spec.x, view.width), type: spec.x.type ?? 'linear', nice: true },
      y: { ...scale(spec.y, height), nice: true },
      marks: [
        Plot.gridY({ stroke: grid, strokeOpacity: 1 }),
        Plot.gridX({ stroke: grid, strokeOpacity: 1, ...(spec.x.ticks ? { ticks: spec.x.ticks } : {}) }),
        ...spec.series.map((_, series) => dots(series, view)),
        Plot.text(
          points.filter(({ x }) => x <= middle),
          { ...text, dx: 9, textAnchor: 'start' },
        ),
        Plot.text(
          points.filter(({ x }) => x > middle),
          { ...text, dx: -9, textAnchor: 'end' },
        ),
      ],
    };
  }

  function dots(series: number, view: View): Plot.Markish {
    const { color, symbol, dash } = seriesStyle(view, series);
    const own = points.filter((point) => point.series === series);
    return [
      spec.connect
        ? Plot.line(own, { x: 'x', y: 'y', stroke: color, strokeDasharray: dash, strokeOpacity: 0.6 })
        : null,
      Plot.dot(own, {
        x: 'x',
        y: 'y',
        fill: color,
        symbol,
        r: 5.5,
        ariaLabel: (point: Placed) => stepLabel(point.step),
      }),
    ];
  }
}
