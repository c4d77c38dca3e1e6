import { describe, expect, it } from 'vitest';
import { seriesStyle, themeOf } from '$lib/figure/theme';

type Rgb = [number, number, number];
const linear = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(linear(a)), luminance(linear(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

// Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
const sight = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
};
const seen = ([r, g, b]: Rgb, m: number[]): Rgb =>
  [0, 3, 6].map((at) => Math.max(0, m[at]! * r + m[at + 1]! * g + m[at + 2]! * b)) as Rgb;

/** OKLab, by Ottosson's matrices. */
const lab = ([r, g, b]: Rgb): Rgb => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};
const distance = (a: string, b: string, m: number[]) => {
  const [p, q] = [lab(seen(linear(a), m)), lab(seen(linear(b), m))];
  return Math.hypot(...p.map((value, at) => value - q[at]!));
};

describe.each([
  ['light', false],
  ['dark', true],
])('the %s theme', (_name, dark) => {
  const theme = themeOf({ dark });

  it('keeps text at 4.5 to 1 and graphics at 3 to 1', () => {
    for (const back of [theme.surface, theme.wash]) {
      for (const text of [theme.ink, theme.muted]) expect(contrast(text, back)).toBeGreaterThan(4.5);
      for (const color of theme.series) expect(contrast(color, back)).toBeGreaterThan(3);
    }
  });

  it.each(Object.entries(sight))('keeps series apart for %s sight', (_sight, matrix) => {
    const close: string[] = [];
    theme.series.forEach((a, i) => {
      theme.series.slice(0, i).forEach((b) => {
        if (distance(a, b, matrix) < 0.09) close.push(`${a} ${b} ${distance(a, b, matrix).toFixed(3)}`);
      });
    });
    expect(close).toEqual([]);
  });

  it('gives each series its own symbol and dash', () => {
    const styles = theme.series.map((_, at) => seriesStyle({ dark }, at));
    expect(new Set(styles.map(({ symbol }) => symbol)).size).toBe(styles.length);
    expect(new Set(styles.map(({ dash }) => dash)).size).toBe(styles.length);
    expect(seriesStyle({ dark }, styles.length)).toEqual(styles[0]);
  });
});
