import type { Figure, SvgNode, View } from '$lib/figure/figure';
import { seriesStyle, themeOf } from '$lib/figure/theme';
import { node } from '$lib/figure/tree';
import { text } from '../cells';
import type { PaperTable } from '../schema';
import { sourceOf, tableView } from '../table-view';

const EVERY = 5;
const windows = ['early', 'transition', 'late'] as const;

interface Mark {
  row: number;
  at: number;
  pass: boolean;
}

/** Two healed instances, one mark an evaluation: a filled disc is the right file, an open ring a wrong one. */
export function libraTrajectories(table: PaperTable): Figure {
  const runs = table.rows.map((row) => ({
    name: text(row, 'instance'),
    parts: windows.map((name) => text(row, name)),
  }));
  const marks: Mark[] = runs.flatMap(({ parts }, row) =>
    [...parts.join('')].map((letter, at) => ({ row, at, pass: letter === 'T' })),
  );
  return {
    id: 'libra-trajectories',
    title: 'Two instances from failing to passing',
    summary: 'Both instances fail at first and pass at every evaluation of the late window.',
    source: sourceOf(table, 'One evaluation every 5 steps.'),
    table: tableView(table),
    steps: marks.map(
      ({ row, at, pass }) =>
        `${runs[row]?.name ?? ''}, step ${String(at * EVERY)}: ${pass ? 'right' : 'wrong'} file`,
    ),
    drawing: { kind: 'svg', tree: (view) => picture(view, runs, marks) },
  };
}

function picture(view: View, runs: { name: string; parts: string[] }[], marks: Mark[]): SvgNode {
  const { ink, muted, surface } = themeOf(view);
  const { color } = seriesStyle(view, 0);
  const count = Math.max(...marks.map(({ at }) => at)) + 1;
  const cell = (view.width - 24) / count;
  const radius = Math.min(8, cell / 2 - 1);
  const y = (row: number) => 52 + row * 54;
  const cuts = (runs[0]?.parts ?? [])
    .slice(0, -1)
    .reduce<number[]>((ends, part) => [...ends, (ends.at(-1) ?? 0) + part.length], []);
  const starts = [0, ...cuts];
  return node(
    'svg',
    { width: view.width, height: y(runs.length - 1) + 44 },
    ...windows.map((name, at) =>
      node('text', { x: 12 + (starts[at] ?? 0) * cell, y: 14, fill: muted }, name),
    ),
    ...cuts.map((cut) =>
      node('line', {
        x1: 12 + cut * cell,
        x2: 12 + cut * cell,
        y1: 20,
        y2: y(runs.length - 1) + 16,
        stroke: muted,
        'stroke-dasharray': '3 3',
      }),
    ),
    ...runs.map(({ name }, row) => node('text', { x: 12, y: y(row) - 16, fill: ink }, name)),
    ...marks.map(({ row, at, pass }, step) =>
      node('circle', {
        cx: 12 + (at + 0.5) * cell,
        cy: y(row),
        r: radius,
        fill: pass ? color : surface,
        stroke: color,
        'stroke-width': 1.5,
        'data-step': step,
      }),
    ),
    node(
      'text',
      { x: 12, y: y(runs.length - 1) + 36, fill: muted },
      `step 0 to ${String((count - 1) * EVERY)}; filled: right file`,
    ),
  );
}
