import * as Plot from '@observablehq/plot';
import type { Figure, View } from '../figure';
import { stepLabel } from '../steps';
import { textWidth } from '../text';
import { seriesStyle, themeOf } from '../theme';
import { rowNames, scale, type Axis } from './axis';

export interface StackPart {
  series: number;
  value: number;
  sentence: string;
}

export interface StackSpec {
  rows: { label: string; parts: StackPart[] }[];
  x: Axis;
  series: string[];
}

interface Placed extends StackPart {
  row: number;
  step: number;
  from: number;
  to: number;
}

/** Half the height of a bar. */
const HALF = 10;

/** Bars of parts laid end to end, each part with its number where it fits. */
export function stack(spec: StackSpec): Pick<Figure, 'drawing' | 'steps' | 'legend'> {
  const parts: Placed[] = [];
  spec.rows.forEach(({ parts: row }, at) => {
    let from = 0;
    // A part of nothing has no bar to point at.
    for (const part of row.filter(({ value }) => value > 0)) {
      parts.push({ ...part, row: at, step: parts.length, from, to: from + part.value });
      from += part.value;
    }
  });
  const longest = Math.max(...parts.map(({ to }) => to));
  return {
    steps: parts.map(({ sentence }) => sentence),
    legend:
      spec.series.length > 1 ? spec.series.map((label, series) => ({ label, series, mark: 'bar' })) : [],
    drawing: { kind: 'plot', options },
  };

  function options(view: View): Plot.PlotOptions {
    const names = rowNames(
      spec.rows.map(({ label }) => label),
      view,
      HALF,
    );
    const rowHeight = Math.max(names.rowHeight, 30);
    const { surface, ink } = themeOf(view);
    const perUnit = (view.width - names.marginLeft - 18) / (spec.x.domain?.[1] ?? longest);
    const fits = (part: Placed) => part.value * perUnit > textWidth(String(part.value), 11) + 6;
    return {
      height: spec.rows.length * rowHeight + 42 + names.marginTop,
      marginLeft: names.marginLeft,
      marginRight: 18,
      marginTop: names.marginTop,
      marginBottom: 42,
      x: scale(spec.x, view.width - names.marginLeft),
      y: {
        type: 'band',
        domain: spec.rows.map((_, at) => at),
        axis: null,
        padding: 1 - (2 * HALF) / rowHeight,
      },
      marks: [
        ...names.marks.slice(1),
        ...spec.series.map((_, series) =>
          Plot.barX(
            parts.filter((part) => part.series === series),
            {
              x1: 'from',
              x2: 'to',
              y: 'row',
              fill: seriesStyle(view, series).color,
              stroke: surface,
              ariaLabel: (part: Placed) => stepLabel(part.step),
            },
          ),
        ),
        Plot.text(parts.filter(fits), {
          x: (part: Placed) => (part.from + part.to) / 2,
          y: 'row',
          text: (part: Placed) => String(part.value),
          fill: surface,
          fontWeight: 'bold',
          fontSize: 11,
        }),
        Plot.ruleX([0], { stroke: ink }),
      ],
    };
  }
}
