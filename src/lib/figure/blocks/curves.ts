import * as Plot from '@observablehq/plot';
import type { Figure, View } from '../figure';
import { stepLabel } from '../steps';
import { textWidth } from '../text';
import { seriesStyle, themeOf } from '../theme';
import { scale, type Axis } from './axis';

export interface CurvePoint {
  x: number;
  y: number;
  sentence: string;
}

export interface Curve {
  label: string;
  /** Index of the series; null draws a quiet line in grey, named at its end only where there is room. */
  series: number | null;
  points: CurvePoint[];
}

export interface CurvesSpec {
  curves: Curve[];
  x: Axis & { type?: 'linear' | 'log' | 'point' };
  y: Axis;
  height?: number;
  /** Vertical bands or rules with a word each: phases, a chosen k. */
  rules?: { x: number; label: string }[];
}

interface Placed extends CurvePoint {
  step: number;
}

/** Lines with points: budget curves, slopes (with `type: 'point'`), training curves, what-if curves. */
export function curves(spec: CurvesSpec): Pick<Figure, 'drawing' | 'steps' | 'legend'> {
  let step = 0;
  const placed = spec.curves.map((curve) => ({
    ...curve,
    points: curve.points.map((point): Placed => ({ ...point, step: step++ })),
  }));
  const named = placed.filter(({ series }) => series !== null);
  return {
    steps: placed.flatMap(({ points }) => points.map(({ sentence }) => sentence)),
    legend: named.map(({ label, series }) => ({ label, series: series ?? 0, mark: 'line' })),
    drawing: { kind: 'plot', options },
  };

  function options(view: View): Plot.PlotOptions {
    const quiet = placed.filter(({ series }) => series === null);
    const room =
      view.width >= 600 ? Math.max(24, ...quiet.map(({ label }) => textWidth(label, 10) + 12)) : 24;
    const { grid, muted, ink } = themeOf(view);
    const { type = 'linear' } = spec.x;
    return {
      height: spec.height ?? 340,
      marginTop: 26,
      marginLeft: 46,
      marginRight: Math.min(room, 210),
      marginBottom: 42,
      x: { ...scale(spec.x, view.width), type, ...(type === 'point' ? { padding: 0.25 } : {}) },
      y: scale(spec.y, spec.height ?? 340),
      marks: [
        Plot.gridY({ stroke: grid, strokeOpacity: 1 }),
        ...(spec.rules ?? []).map(({ x, label }) => [
          Plot.ruleX([x], { stroke: muted, strokeDasharray: '3 3' }),
          Plot.text([label], { x, frameAnchor: 'top', dy: -12, fill: ink }),
        ]),
        ...quiet.map((curve) => quietLine(curve, room > 24, muted)),
        ...named.map((curve) => line(curve, view)),
      ],
    };
  }

  function quietLine(
    { points, label }: { points: Placed[]; label: string },
    names: boolean,
    muted: string,
  ): Plot.Markish {
    const tag = (point: Placed) => stepLabel(point.step);
    return [
      Plot.line(points, { x: 'x', y: 'y', stroke: muted, strokeWidth: 1, strokeOpacity: 0.7 }),
      Plot.dot(points, { x: 'x', y: 'y', r: 2.5, fill: muted, ariaLabel: tag }),
      names
        ? Plot.text(points.slice(-1), {
            x: 'x',
            y: 'y',
            text: () => label,
            dx: 8,
            textAnchor: 'start',
            fontSize: 10,
            fill: muted,
          })
        : null,
    ];
  }

  function line({ points, series }: { points: Placed[]; series: number | null }, view: View): Plot.Markish {
    const { color, dash, symbol } = seriesStyle(view, series ?? 0);
    const tag = (point: Placed) => stepLabel(point.step);
    return [
      Plot.line(points, { x: 'x', y: 'y', stroke: color, strokeWidth: 2, strokeDasharray: dash }),
      Plot.dot(points, { x: 'x', y: 'y', fill: color, symbol, r: 4.5, ariaLabel: tag }),
    ];
  }
}
