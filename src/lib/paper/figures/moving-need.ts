import type { Figure, SvgNode, View } from '$lib/figure/figure';
import { wrap } from '$lib/figure/text';
import { seriesStyle, themeOf } from '$lib/figure/theme';
import { node } from '$lib/figure/tree';
import type { Journey, Need } from '../diagram';
import { show } from '../words';

interface Cell {
  row: number;
  column: number;
  need: Need;
  sentence: string;
}

/** The facts that an issue's decisions lack, decision by decision: the issue stays, the complement moves. */
export function movingNeed(journey: Journey): Figure {
  const rows = [
    ...new Map(journey.moments.flatMap(({ needs }) => needs.map((need) => [need.key, need.label]))).entries(),
  ];
  const cells: Cell[] = journey.moments.flatMap(({ needs, boundary }, column) =>
    needs.map((need) => ({
      row: rows.findIndex(([key]) => key === need.key),
      column,
      need,
      sentence: `${boundary}: lacks ${need.label}; ${need.minimum === 1 ? 'any one' : `any ${show(need.minimum)}`} of ${show(need.alternatives)} units will do`,
    })),
  );
  const counts = journey.moments.map(({ needs }) => needs.length);
  return {
    id: 'paper-moving-need',
    title: 'The need that moves with the state',
    summary: `One issue of ${journey.repo}, ${show(journey.moments.length)} decisions: ${journey.moments.map(({ boundary }, at) => `${show(counts[at] ?? 0)} missing ${counts[at] === 1 ? 'fact' : 'facts'} ${boundary}`).join(', ')}. The issue is the same each time; what is missing is not.`,
    source: `Demo data, issue ${journey.instance_id}; certificates are public there.`,
    table: {
      title: 'Missing facts by decision',
      columns: [
        { key: 'decision', label: 'Decision', kind: 'text' },
        { key: 'steps', label: 'Steps so far', kind: 'count' },
        { key: 'opened', label: 'Opened files', kind: 'count' },
        { key: 'fact', label: 'Missing fact', kind: 'text' },
        { key: 'minimum', label: 'Units needed', kind: 'count' },
        { key: 'alternatives', label: 'Acceptable units', kind: 'count' },
      ],
      rows: journey.moments.flatMap(({ boundary, steps, opened, needs }) =>
        needs.map(({ label, minimum, alternatives }) => [
          boundary,
          steps,
          opened,
          label,
          minimum,
          alternatives,
        ]),
      ),
      notes: [`Issue: ${journey.issue}`],
    },
    steps: cells.map(({ sentence }) => sentence),
    drawing: {
      kind: 'svg',
      tree: (view) =>
        picture(
          view,
          journey,
          rows.map(([, label]) => label),
          cells,
        ),
    },
  };
}

const counted = (count: number, what: string): string => `${show(count)} ${count === 1 ? what : `${what}s`}`;

const ROW = 44;
const TOP = 64;

function picture(view: View, journey: Journey, labels: readonly string[], cells: readonly Cell[]): SvgNode {
  const { ink, muted, grid, surface } = themeOf(view);
  const { color } = seriesStyle(view, 0);
  const room = Math.min(220, view.width * 0.38);
  const step = (view.width - room) / journey.moments.length;
  const x = (column: number) => room + (column + 0.5) * step;
  const y = (row: number) => TOP + row * ROW + ROW / 2;
  const bottom = TOP + labels.length * ROW;
  const head = journey.moments.map(({ boundary, steps, opened }, column) =>
    node(
      'g',
      { 'text-anchor': 'middle' },
      ...wrap(boundary, step - 6).map((line, at) =>
        node('text', { x: x(column), y: 14 + at * 14, 'font-weight': 'bold', fill: ink }, line),
      ),
      node(
        'text',
        { x: x(column), y: TOP - 10, 'font-size': 10, fill: muted },
        step > 110 ? `${counted(steps, 'step')}, ${counted(opened, 'file')}` : counted(steps, 'step'),
      ),
    ),
  );
  const names = labels.map((label, row) =>
    node(
      'g',
      {},
      node('line', { x1: 0, x2: view.width, y1: TOP + row * ROW, y2: TOP + row * ROW, stroke: grid }),
      ...wrap(label, room - 12, 11)
        .slice(0, 3)
        .map((line, at, all) =>
          node(
            'text',
            { x: 0, y: y(row) + 4 + (at - (all.length - 1) / 2) * 13, 'font-size': 11, fill: ink },
            line,
          ),
        ),
    ),
  );
  const gone = labels.flatMap((_, row) =>
    journey.moments.flatMap((_moment, column) =>
      cells.some((cell) => cell.row === row && cell.column === column)
        ? []
        : [node('line', { x1: x(column) - 8, x2: x(column) + 8, y1: y(row), y2: y(row), stroke: muted })],
    ),
  );
  const marks = cells.flatMap(({ row, column, need }, at) => [
    node('circle', { cx: x(column), cy: y(row), r: 14, fill: color, 'data-step': at }),
    node(
      'text',
      {
        x: x(column),
        y: y(row) + 4,
        'text-anchor': 'middle',
        fill: surface,
        'font-size': 10,
        'font-weight': 'bold',
      },
      `${show(need.minimum)}/${show(need.alternatives)}`,
    ),
  ]);
  const note = wrap('disc: missing, units needed / acceptable; dash: not needed', view.width, 11).map(
    (line, at) => node('text', { x: 0, y: bottom + 20 + at * 14, fill: muted, 'font-size': 11 }, line),
  );
  return node(
    'svg',
    { width: view.width, height: bottom + 12 + note.length * 14 },
    ...head,
    ...names,
    ...gone,
    ...marks,
    ...note,
  );
}
