import type { Figure, SvgNode, View } from '$lib/figure/figure';
import { stepLabel } from '$lib/figure/steps';
import { textWidth } from '$lib/figure/text';
import { seriesStyle, themeOf } from '$lib/figure/theme';
import { node } from '$lib/figure/tree';
import { settingsLine } from '../comparison/describe';
import type { Comparison, ContrastResult } from '../comparison/result';
import { contrastTable, labelOf } from '../tables/contrasts';
import { pointRange, points } from '../words';
import { turned } from './forest';

const ROW = 26;
const HEAD = 28;

interface Cell {
  row: number;
  column: number;
  result: ContrastResult;
  step: number;
}

/**
 * All pairs as a matrix: the row's method minus the column's, in points; a star where the interval excludes zero. A
 * tint shows the better side, but sign and star alone say it too.
 */
export function pairMatrix(
  comparison: Comparison,
  column: string,
  treatment: ContrastResult['treatment'],
): Figure {
  const shown = comparison.results.filter(
    (one) =>
      one.right !== null &&
      one.stratum.kind === 'all' &&
      one.treatment === treatment &&
      one.column === column,
  );
  const methods = comparison.settings.methods.filter((name) =>
    shown.some(({ left, right }) => left === name || right === name),
  );
  const cells = methods.flatMap((left, row) =>
    methods.flatMap((right, at): Omit<Cell, 'step'>[] => {
      const result = shown.find((one) => one.left === left && one.right === right);
      const mirrored = shown.find((one) => one.left === right && one.right === left);
      const seen = result ?? (mirrored && turned(mirrored));
      return seen ? [{ row, column: at, result: seen }] : [];
    }),
  );
  const placed = cells.map((cell, step): Cell => ({ ...cell, step }));
  const kept = new Set(shown);
  return {
    id: 'compare-matrix',
    title: `All pairs in ${labelOf(column)}`,
    summary: `${methods.length} methods: each cell is the row's method minus the column's, in points; * marks an interval that excludes zero.`,
    source: settingsLine(comparison.settings),
    table: contrastTable(comparison, (one) => kept.has(one)),
    steps: placed.map(({ result }) => sentence(result)),
    drawing: { kind: 'svg', tree: (view) => tree(view, methods, placed) },
  };
}

const sentence = (one: ContrastResult) =>
  `${one.left} minus ${one.right ?? ''}: ${points(one.difference)} points${one.interval ? `, interval ${pointRange(one.interval)}` : ''}${one.excludesZero ? ', excludes zero' : ''}`;

function tree(view: View, methods: readonly string[], cells: readonly Cell[]): SvgNode {
  const { ink, grid } = themeOf(view);
  const names = methods.map((name, i) => `${i + 1}  ${name}`);
  const room = Math.min(view.width * 0.4, Math.max(...names.map((name) => textWidth(name))) + 12);
  const width = (view.width - room) / methods.length;
  const wide = width >= textWidth('+00.00*', 11) + 4;
  const label = (text: string, x: number, y: number, anchor: string, size = 12) =>
    node('text', { x, y, 'text-anchor': anchor, 'font-size': size, fill: ink }, text);
  const most = Math.max(4, Math.floor((room - 12) / textWidth('0')));
  const cut = (name: string) => (textWidth(name) + 12 > room + 0.5 ? `${name.slice(0, most - 1)}…` : name);
  const height = HEAD + methods.length * ROW + 4;
  return node(
    'svg',
    { width: view.width, height, viewBox: `0 0 ${view.width} ${height}` },
    ...methods.map((_, i) => label(String(i + 1), room + (i + 0.5) * width, HEAD - 10, 'middle')),
    ...names.map((name, i) => label(cut(name), 0, HEAD + i * ROW + 17, 'start')),
    ...methods.map((_, i) =>
      node('rect', {
        x: room + i * width,
        y: HEAD + i * ROW,
        width,
        height: ROW,
        fill: grid,
        'fill-opacity': 0.5,
      }),
    ),
    ...cells.map((cell) => drawCell(cell, view, room, width, wide)),
  );
}

function drawCell(
  { row, column, result, step }: Cell,
  view: View,
  room: number,
  width: number,
  wide: boolean,
): SvgNode {
  const { ink, grid } = themeOf(view);
  const x = room + column * width;
  const y = HEAD + row * ROW;
  const better = seriesStyle(view, result.difference > 0 ? 0 : 1).color;
  const text = wide ? points(result.difference) : (result.difference * 100).toFixed(0);
  return node(
    'g',
    {},
    node('rect', {
      x: x + 1,
      y: y + 1,
      width: Math.max(1, width - 2),
      height: ROW - 2,
      fill: result.excludesZero ? better : 'none',
      'fill-opacity': 0.2,
      stroke: grid,
      'aria-label': stepLabel(step),
    }),
    node(
      'text',
      {
        x: x + width / 2,
        y: y + 17,
        'text-anchor': 'middle',
        'font-size': 11,
        fill: ink,
        'font-weight': result.excludesZero ? 'bold' : 'normal',
        'pointer-events': 'none',
      },
      text + (result.excludesZero ? '*' : ''),
    ),
  );
}
