import { stepOf } from './steps';
import type { Theme } from './theme';

const GEOMETRY = new Set(
  'd transform x y x1 y1 x2 y2 cx cy r dx dy width height points stroke-width'.split(' '),
);

const rounded = (text: string): string =>
  text.replace(/-?\d+\.\d{3,}(?:e-?\d+)?/g, (digits) => String(Math.round(Number(digits) * 100) / 100 + 0));

function resolve(value: string, theme: Theme): string {
  return value.replaceAll('var(--plot-background)', theme.surface).replaceAll('currentColor', theme.ink);
}

function cleanAttribute(element: Element, name: string, value: string, theme: Theme): void {
  if (name === 'aria-label') {
    element.removeAttribute(name);
    const step = stepOf(value);
    element.setAttribute(step === null ? 'data-mark' : 'data-step', step === null ? value : String(step));
  } else if (name.startsWith('aria-')) {
    element.removeAttribute(name);
  } else if (name === 'style') {
    // A strict policy refuses style attributes: each declaration has a presentation attribute of its name.
    element.removeAttribute(name);
    for (const declaration of value.split(';')) {
      const [property, text] = declaration.split(':').map((part) => part.trim());
      if (property && text) element.setAttribute(property, resolve(text, theme));
    }
  } else {
    const next = resolve(GEOMETRY.has(name) ? rounded(value) : value, theme);
    if (next !== value) element.setAttribute(name, next);
  }
}

/**
 * Makes a drawn SVG stand alone, in place: no style elements or attributes, no `var(` or `currentColor`,
 * coordinates to 1/100 pixel, step labels as `data-step`. The parts carry no ARIA of their own: the whole is
 * one image with a summary.
 */
export function clean(root: Element, theme: Theme): void {
  for (const style of [...root.querySelectorAll('style')]) style.remove();
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) cleanAttribute(element, name, value, theme);
  }
}
