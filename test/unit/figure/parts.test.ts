import { describe, expect, it } from 'vitest';
import { spread } from '$lib/figure/blocks/axis';
import { legend } from '$lib/figure/legend';
import { serialise } from '$lib/figure/serialise';
import { stepLabel, stepOf } from '$lib/figure/steps';
import { symbolPath, symbols } from '$lib/figure/symbols';
import { textWidth, wrap } from '$lib/figure/text';
import { build, node } from '$lib/figure/tree';
import { newDocument } from '../../support/document';

describe('steps', () => {
  it('reads its own labels and no other', () => {
    expect([0, 7, 120].map((at) => stepOf(stepLabel(at)))).toEqual([0, 7, 120]);
    for (const other of ['', 'step', 'step ', 'step -1', 'step 1.5', 'y-axis tick'])
      expect(stepOf(other)).toBeNull();
  });
});

describe('symbols', () => {
  it('have six closed shapes, all different', () => {
    const paths = symbols.map((symbol) => symbolPath(symbol, 50));
    expect(new Set(paths).size).toBe(6);
    for (const path of paths.slice(1)) expect(path).toMatch(/^M.*Z$/);
    expect(paths[0]).toBe('M3.99,0A3.99,3.99,0,1,1,-3.99,0A3.99,3.99,0,1,1,3.99,0');
  });
});

describe('text', () => {
  it('wraps at spaces and never loses a word', () => {
    const words = 'one two three four five a-very-long-word-that-stands-alone six';
    const lines = wrap(words, 60);
    expect(lines.join(' ')).toBe(words);
    expect(lines.filter((line) => line.includes(' ') && textWidth(line) > 60)).toEqual([]);
    expect(wrap('  ', 60)).toEqual([]);
  });

  it('counts wide scripts as wide', () => {
    expect(textWidth('証拠')).toBeGreaterThan(textWidth('ab'));
  });
});

describe('legend', () => {
  it('takes more rows when it is narrow, and none without items', () => {
    const items = ['alpha method', 'beta method', 'gamma method'].map((label, series) => ({
      label,
      series,
      mark: 'line' as const,
    }));
    const at = (width: number) => legend(items, { width, dark: false, focus: null }).height;
    expect([at(800), at(250), at(120)]).toEqual([24, 44, 64]);
    expect(legend([], { width: 800, dark: false, focus: null }).height).toBe(0);
  });
});

describe('serialise', () => {
  it('sorts attributes, escapes text and drops what XML cannot hold', () => {
    const tree = node('g', { z: '"', a: '<&>' }, node('text', {}, 'a\u0000b & <c>'), node('rect'));
    expect(serialise(build(tree, newDocument()))).toBe(
      '<g a="&lt;&amp;&gt;" z="&quot;">\n  <text>a\uFFFDb &amp; &lt;c&gt;</text>\n  <rect/>\n</g>\n',
    );
  });
});

describe('spread', () => {
  it('keeps order and gaps, and leaves what does not touch', () => {
    expect(spread([10, 50, 90], 5)).toEqual([10, 50, 90]);
    const out = spread([50, 51, 50.5, 90], 4);
    expect(out[3]).toBe(90);
    const sorted = [out[0]!, out[2]!, out[1]!];
    expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
    expect(sorted[1]! - sorted[0]!).toBeCloseTo(4, 2);
    expect(sorted[2]! - sorted[1]!).toBeCloseTo(4, 2);
  });
});
