import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import type { Figure } from '$lib/figure/figure';
import { renderFigure } from '$lib/figure/render';
import { serialise } from '$lib/figure/serialise';
import { standaloneSvg } from '$lib/figure/standalone';
import { newDocument } from './document';

const forbidden = /var\(|currentColor|<style|style=|<script|foreignObject|NaN|undefined|Infinity/;

function draw(figure: Figure, width: number, dark: boolean, focus: number | null): string {
  return serialise(renderFigure(figure, { width, dark, focus }, newDocument()));
}

/**
 * Holds a figure to the project's rules and to its snapshot `test/golden/figures/<id>.svg`: complete words and
 * twin, every tagged element has its sentence and every sentence an element, both themes and a phone's width
 * draw, nothing warns, the export stands alone.
 */
export async function expectFigure(figure: Figure): Promise<void> {
  const warn = vi.spyOn(console, 'warn');
  for (const text of [figure.title, figure.summary, figure.source]) expect(text.trim()).not.toBe('');
  expect(figure.id).toMatch(/^[a-z0-9-]+$/);
  expect(figure.steps.length).toBeGreaterThan(0);
  expect(figure.table.rows.length).toBeGreaterThan(0);
  for (const row of figure.table.rows) expect(row).toHaveLength(figure.table.columns.length);

  const svg = draw(figure, 640, false, null);
  const tags = [...new Set([...svg.matchAll(/data-step="(\d+)"/g)].map((match) => Number(match[1])))];
  expect(tags.sort((a, b) => a - b)).toEqual(figure.steps.map((_, at) => at));
  expect(draw(figure, 640, false, 0)).toContain('data-focus="true"');
  expect(draw(figure, 640, true, null)).not.toBe(svg);
  for (const text of [svg, draw(figure, 320, true, null)]) expect(text).not.toMatch(forbidden);

  const alone = standaloneSvg(figure, { width: 720, dark: false, focus: null }, newDocument(), {
    version: 'test',
    hash: 'abc',
  });
  expect(alone).toMatch(/<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(alone).not.toMatch(forbidden);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
  const file = fileURLToPath(new URL(`../golden/figures/${figure.id}.svg`, import.meta.url));
  await expect(svg).toMatchFileSnapshot(file);
}
