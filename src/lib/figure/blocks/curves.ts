import * as Plot from '@observablehq/plot';
import type { Figure, View } from '../figure';
import { stepLabel } from '../steps';
import { textWidth } from '../text';
import { seriesStyle, themeOf } from '../theme';
import { scale, spread, type Axis } from './axis';

export interface CurvePoint {
  x: number;
  y: number;
  /** An interval around `y`; points that have one make the curve's band. */
  band?: { low: number; high: number } | null;
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
    legend: [...named]
      .sort((a, b) => (a.series ?? 0) - (b.series ?? 0))
      .map(({ label, series }) => ({ label, series: series ?? 0, mark: 'line' })),
    drawing: { kind: 'plot', options },
  };

  function options(view: View): Plot.PlotOptions {
    const quiet = placed.filter(({ series }) => series === null);
    const room =
      view.width >= 600 ? Math.max(24, ...quiet.map(({ label }) => textWidth(label, 10) + 14)) : 24;
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
        ...quiet.map((curve) => quietLine(curve, muted)),
        room > 24 ? endNames(quiet, muted) : null,
        ...named.map((curve) => line(curve, view)),
      ],
    };
  }

  function quietLine({ points }: { points: Placed[] }, muted: string): Plot.Markish {
    const tag = (point: Placed) => stepLabel(point.step);
    return [
      Plot.line(points, { x: 'x', y: 'y', stroke: muted, strokeWidth: 1, strokeOpacity: 0.7 }),
      Plot.dot(points, { x: 'x', y: 'y', r: 2.5, fill: muted, ariaLabel: tag }),
    ];
  }

  function endNames(quiet: { label: string; points: Placed[] }[], muted: string): Plot.Markish {
    const ends = quiet.map(({ points }) => points.at(-1)?.y ?? 0);
    const [low, high] = spec.y.domain ?? [Math.min(...ends), Math.max(...ends)];
    const ys = spread(ends, ((high - low) * 12) / ((spec.height ?? 340) - 68));
    const names = quiet.map(({ label, points }, at) => ({ label, x: points.at(-1)?.x ?? 0, y: ys[at] ?? 0 }));
    return Plot.text(names, {
      x: 'x',
      y: 'y',
      text: 'label',
      dx: 8,
      textAnchor: 'start',
      fontSize: 10,
      fill: muted,
    });
  }

  function line({ points, series }: { points: Placed[]; series: number | null }, view: View): Plot.Markish {
    const { color, dash, symbol } = seriesStyle(view, series ?? 0);
    const tag = (point: Placed) => stepLabel(point.step);
    const banded = points.filter(({ band }) => band);
    const edges = {
      x: 'x',
      y1: (point: Placed) => point.band?.low,
      y2: (point: Placed) => point.band?.high,
    };
    return [
      banded.length > 0 ? Plot.areaY(banded, { ...edges, fill: color, fillOpacity: 0.13 }) : null,
      Plot.line(points, { x: 'x', y: 'y', stroke: color, strokeWidth: 2, strokeDasharray: dash }),
      Plot.dot(points, { x: 'x', y: 'y', fill: color, symbol, r: 4.5, ariaLabel: tag }),
    ];
  }
}
