import type { Figure, SvgNode, View } from './figure';
import { heightOf, renderFigure } from './render';
import { serialise } from './serialise';
import { FONT, FONT_SIZE, wrap } from './text';
import { themeOf } from './theme';
import { build, node } from './tree';

const MARGIN = 16;
const LINE = 17;
const TITLE = 16;

/** What an export says about itself beside the figure's own words. */
export interface Stamp {
  /** Name and version of the program. */
  version: string;
  /** SHA-256 of the data twin, in hex; see `tableHash`. */
  hash: string;
}

interface Block {
  height: number;
  tree: SvgNode[];
}

function lines(text: string, y: number, width: number, size: number, attrs: Record<string, string>): Block {
  const rows = wrap(text, width, size);
  const step = Math.round((size * LINE) / FONT_SIZE);
  const tree = rows.map((row, at) =>
    node('text', { x: MARGIN, y: y + at * step + size, 'font-size': size, ...attrs }, row),
  );
  return { height: rows.length * step, tree };
}

/**
 * A figure as an SVG file that stands alone: title, legend, picture, source and denominators, program version
 * and data hash on a solid background, with `title` and `desc` for readers of the file. It refers to nothing
 * outside itself.
 */
export function standaloneSvg(figure: Figure, view: View, document: Document, stamp: Stamp): string {
  const theme = themeOf(view);
  const inner = { ...view, width: view.width - 2 * MARGIN };
  const drawn = renderFigure(figure, inner, document);
  const head = lines(figure.title, MARGIN, inner.width, TITLE, { 'font-weight': 'bold' });
  const top = MARGIN + head.height + 8;
  drawn.setAttribute('x', String(MARGIN));
  drawn.setAttribute('y', String(top));
  const below = top + heightOf(drawn) + 10;
  const quiet = { fill: theme.muted };
  const source = lines(`Source: ${figure.source}`, below, inner.width, 11, quiet);
  const made = lines(
    `${stamp.version}; data SHA-256 ${stamp.hash}`,
    below + source.height,
    inner.width,
    11,
    quiet,
  );
  const height = below + source.height + made.height + MARGIN;
  const attrs = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: view.width,
    height,
    viewBox: `0 0 ${String(view.width)} ${String(height)}`,
    role: 'img',
    fill: theme.ink,
    'font-family': FONT,
    'data-figure': figure.id,
    'data-sha256': stamp.hash,
    'data-version': stamp.version,
  };
  const root = build(
    node(
      'svg',
      attrs,
      node('title', {}, figure.title),
      node('desc', {}, `${figure.summary} ${figure.source}`),
      node('rect', { width: '100%', height: '100%', fill: theme.surface }),
      ...head.tree,
      ...source.tree,
      ...made.tree,
    ),
    document,
  );
  root.append(drawn);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${serialise(root)}`;
}
