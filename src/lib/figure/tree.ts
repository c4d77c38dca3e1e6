import type { SvgNode } from './figure';

const SVG = 'http://www.w3.org/2000/svg';

/** A short way to write an `SvgNode`. */
export const node = (
  tag: string,
  attrs: Record<string, string | number> = {},
  ...children: (SvgNode | string)[]
): SvgNode => ({ tag, attrs, children });

/** Builds the elements of a tree; strings become text nodes. */
export function build(tree: SvgNode, document: Document): SVGElement {
  const element = document.createElementNS(SVG, tree.tag) as SVGElement;
  for (const [name, value] of Object.entries(tree.attrs ?? {})) element.setAttribute(name, String(value));
  for (const child of tree.children ?? []) {
    element.append(typeof child === 'string' ? document.createTextNode(child) : build(child, document));
  }
  return element;
}
