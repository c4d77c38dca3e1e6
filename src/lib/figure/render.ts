import { plot } from '@observablehq/plot';
import { clean } from './clean';
import type { Figure, View } from './figure';
import { legend } from './legend';
import { FONT, FONT_SIZE } from './text';
import { themeOf } from './theme';
import { build, node } from './tree';

const CLASS = 'figure-plot';

function picture(figure: Figure, view: View, document: Document): SVGElement {
  if (figure.drawing.kind === 'svg') return build(figure.drawing.tree(view), document);
  // A fixed class name, or Plot numbers its pictures and no two renders are alike.
  const drawn = plot({ ...figure.drawing.options(view), document, width: view.width, className: CLASS });
  if (drawn.localName !== 'svg')
    throw new Error(`Figure ${figure.id}: titles, captions and legends are ours to draw`);
  drawn.setAttribute('font-size', String(FONT_SIZE));
  return drawn as unknown as SVGElement;
}

function emphasise(root: Element, focus: number, ink: string): void {
  for (const element of root.querySelectorAll(`[data-step="${String(focus)}"]`)) {
    element.setAttribute('data-focus', 'true');
    if (element.localName === 'text') element.setAttribute('font-weight', 'bold');
    else {
      element.setAttribute('stroke', ink);
      element.setAttribute('stroke-width', '2.5');
      element.setAttribute('stroke-opacity', '1');
    }
  }
}

/** The height of a drawn SVG in pixels, as its own attribute states. */
export const heightOf = (svg: Element): number => Number(svg.getAttribute('height') ?? 0);

/**
 * Draws a figure as one detached SVG of `view.width` pixels: legend above, picture below. It needs no style
 * sheet and holds no style element, so a strict content policy lets it in.
 */
export function renderFigure(figure: Figure, view: View, document: Document): SVGSVGElement {
  const theme = themeOf(view);
  const key = legend(figure.legend ?? [], view);
  const inner = picture(figure, view, document);
  const height = Math.ceil(key.height + heightOf(inner));
  if (!(height > 0)) throw new Error(`Figure ${figure.id}: the drawing states no height`);
  inner.setAttribute('y', String(key.height));
  inner.setAttribute('font-family', FONT);
  const attrs = {
    width: view.width,
    height,
    viewBox: `0 0 ${String(view.width)} ${String(height)}`,
    fill: theme.ink,
    'font-family': FONT,
    'font-size': FONT_SIZE,
  };
  const root = build(node('svg', attrs, ...(key.height > 0 ? [key.tree] : [])), document) as SVGSVGElement;
  root.append(inner);
  clean(root, theme);
  if (view.focus !== null) emphasise(root, view.focus, theme.ink);
  return root;
}
