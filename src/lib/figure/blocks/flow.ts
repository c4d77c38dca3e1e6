import type { Figure, SvgNode, View } from '../figure';
import { wrap } from '../text';
import { themeOf } from '../theme';
import { node } from '../tree';

export interface Station {
  name: string;
  /** A few words, wrapped to three lines at most by their length. */
  line: string;
  sentence: string;
}

export interface FlowSpec {
  stations: readonly Station[];
  /** Words at the end of the flow when it begins again. */
  again?: string;
}

interface Point {
  x: number;
  y: number;
}

const BOX = { width: 152, height: 66 };
const GAP = 40;

/** Boxes joined by arrows, in rows that turn like an ox at the plough; a loop closes with a dashed arrow. */
export function flow(spec: FlowSpec): Pick<Figure, 'drawing' | 'steps'> {
  return {
    steps: spec.stations.map(({ sentence }) => sentence),
    drawing: { kind: 'svg', tree: (view) => picture(spec, view) },
  };
}

/** Upper left corners of the boxes. */
function places(count: number, width: number): Point[] {
  const columns = width >= 560 ? 3 : width >= 330 ? 2 : 1;
  const gap = columns === 1 ? 0 : (width - columns * BOX.width - 8) / (columns - 1);
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns);
    const along = at % columns;
    const column = row % 2 === 0 ? along : columns - 1 - along;
    return { x: 4 + column * (BOX.width + gap), y: 4 + row * (BOX.height + GAP) };
  });
}

function picture({ stations, again }: FlowSpec, view: View): SvgNode {
  const { muted } = themeOf(view);
  const spots = places(stations.length, view.width);
  const arrows = spots.slice(1).map((to, at) => arrow(spots[at] ?? to, to, muted));
  const first = spots[0];
  const last = spots.at(-1);
  const bottom = Math.max(...spots.map(({ y }) => y)) + BOX.height;
  const closing: SvgNode[] = [];
  if (again !== undefined && first && last) {
    if (first.x === last.x && stations.length > 2 && first.y !== last.y && view.width >= 560)
      closing.push(arrow(last, first, muted, '5 3'));
    const end = last.x > view.width / 2;
    const text = { x: last.x + (end ? BOX.width : 0), y: bottom + 18, fill: muted, 'font-size': 11 };
    closing.push(node('text', { ...text, 'text-anchor': end ? 'end' : 'start' }, again));
  }
  return node(
    'svg',
    { width: view.width, height: bottom + (again === undefined ? 8 : 26) },
    ...arrows,
    ...closing,
    ...stations.map((station, at) => box(station, spots[at] ?? { x: 0, y: 0 }, at, view)),
  );
}

/** From the border of one box to the border of the next, with a head of two strokes. */
function arrow(from: Point, to: Point, stroke: string, dash = 'none'): SvgNode {
  const middle = ({ x, y }: Point): Point => ({ x: x + BOX.width / 2, y: y + BOX.height / 2 });
  const [a, b] = [middle(from), middle(to)];
  const sideways = from.y === to.y;
  const sign = sideways ? Math.sign(b.x - a.x) : Math.sign(b.y - a.y);
  const reach = (sideways ? BOX.width : BOX.height) / 2;
  const start = sideways ? a.x + sign * reach : a.y + sign * reach;
  const end = (sideways ? b.x : b.y) - sign * (reach + 3);
  const line = sideways
    ? `M${String(start)},${String(a.y)}H${String(end)}`
    : `M${String(a.x)},${String(start)}V${String(end)}`;
  const back = sideways
    ? `m${String(-sign * 7)},-4l${String(sign * 7)},4l${String(-sign * 7)},4`
    : `m-4,${String(-sign * 7)}l4,${String(sign * 7)}l4,${String(-sign * 7)}`;
  return node('path', {
    d: line + back,
    stroke,
    fill: 'none',
    'stroke-width': 1.5,
    'stroke-dasharray': dash,
  });
}

function box({ name, line }: Station, { x, y }: Point, at: number, view: View): SvgNode {
  const theme = themeOf(view);
  const text = { x: x + BOX.width / 2, 'text-anchor': 'middle', fill: theme.ink };
  const frame = { x, y, width: BOX.width, height: BOX.height, rx: 3, fill: theme.wash, stroke: theme.muted };
  return node(
    'g',
    {},
    node('rect', { ...frame, 'data-step': at }),
    node('text', { ...text, y: y + 18, 'font-weight': 'bold' }, name),
    ...wrap(line, BOX.width - 8, 11)
      .slice(0, 3)
      .map((words, place) => node('text', { ...text, y: y + 33 + place * 13, 'font-size': 11 }, words)),
  );
}
