import * as Plot from '@observablehq/plot';
import { describe, expect, it, vi } from 'vitest';
import { renderFigure } from '$lib/figure/render';
import { serialise } from '$lib/figure/serialise';
import { themeOf } from '$lib/figure/theme';
import { node } from '$lib/figure/tree';
import { newDocument } from '../../support/document';
import { expectFigure } from '../../support/figure';
import { sample } from './sample';

const view = { width: 480, dark: false, focus: null };

describe('renderFigure', () => {
  it('keeps the rules that every figure keeps', async () => {
    await expectFigure(sample);
  });

  it('draws the same bytes each time', () => {
    const draw = () => serialise(renderFigure(sample, view, newDocument()));
    expect(draw()).toBe(draw());
  });

  it('leaves no style element, style attribute, variable or current colour', () => {
    const svg = renderFigure(sample, view, newDocument());
    expect(svg.querySelectorAll('style')).toHaveLength(0);
    expect(serialise(svg)).not.toMatch(/style=|var\(|currentColor/);
  });

  it('takes the width it is given and adds the legend to the height', () => {
    const svg = renderFigure(sample, { ...view, width: 320 }, newDocument());
    expect(svg.getAttribute('viewBox')).toBe('0 0 320 224');
  });

  it('uses the theme it is given', () => {
    const svg = serialise(renderFigure(sample, { ...view, dark: true }, newDocument()));
    const dark = themeOf({ dark: true });
    expect(svg).toContain(dark.series[0]);
    expect(svg).toContain(`stroke="${dark.surface}"`);
    expect(svg).not.toContain(themeOf({ dark: false }).ink);
  });

  it('marks the step in focus and no other', () => {
    const svg = renderFigure(sample, { ...view, focus: 1 }, newDocument());
    const focused = [...svg.querySelectorAll('[data-focus]')];
    expect(focused.map((element) => element.getAttribute('data-step'))).toEqual(['1']);
    expect(focused[0]?.getAttribute('stroke')).toBe(themeOf(view).ink);
  });

  it('draws a tree, its text as text', () => {
    const tree = node('svg', { width: 100, height: 40 }, node('text', { y: 20 }, '<b>&amp;</b>'));
    const figure = { ...sample, legend: [], drawing: { kind: 'svg' as const, tree: () => tree } };
    const svg = renderFigure(figure, view, newDocument());
    expect(svg.querySelector('b')).toBeNull();
    expect(serialise(svg)).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  });

  it('refuses a drawing without a height, and a plot with its own title', () => {
    const flat = { ...sample, legend: [], drawing: { kind: 'svg' as const, tree: () => node('svg') } };
    expect(() => renderFigure(flat, view, newDocument())).toThrow(
      'Figure sample: the drawing states no height',
    );
    const titled = {
      ...sample,
      drawing: { kind: 'plot' as const, options: () => ({ title: 'mine', marks: [] }) },
    };
    expect(() => renderFigure(titled, view, newDocument())).toThrow('ours to draw');
  });

  it('lets a warning of Plot be seen', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const data = [{ x: '1' }, { x: '2' }, { x: '3' }];
    const options = () => ({ marks: [Plot.dot(data, { x: 'x' })] });
    renderFigure({ ...sample, drawing: { kind: 'plot', options } }, view, newDocument());
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('strings that appear to be numbers'));
    warn.mockRestore();
  });
});
