import { symbols, type SymbolShape } from './symbols';

/** Colours of a picture; every other colour in a figure is a fault. */
export interface Theme {
  ink: string;
  muted: string;
  grid: string;
  surface: string;
  /** A pale fill for bands and boxes. */
  wash: string;
  series: readonly string[];
}

// Surfaces and inks are those of src/app.css (--raised, --ink, --ink-soft, --rule, --sunken).
const light: Theme = {
  ink: '#1c1b18',
  muted: '#55524a',
  grid: '#d8d4c7',
  surface: '#ffffff',
  wash: '#f1efe7',
  series: ['#0e458a', '#d06e00', '#2c8f84', '#9f4bb6', '#8d581f', '#36282e'],
};

const dark: Theme = {
  ink: '#ebe8df',
  muted: '#b3aea1',
  grid: '#3b382f',
  surface: '#201f1b',
  wash: '#2b2924',
  series: ['#3e91ee', '#ea7e39', '#28a792', '#eeafcf', '#eaf59b', '#d5ecf8'],
};

const dashes = ['none', '7 3', '2 3', '8 3 2 3', '12 4', '4 2'] as const;

export const themeOf = (view: { dark: boolean }): Theme => (view.dark ? dark : light);

/** How one series looks: colour never stands alone, so a grey print and every eye can tell series apart. */
export interface SeriesStyle {
  color: string;
  symbol: SymbolShape;
  /** A value for `strokeDasharray`. */
  dash: string;
}

/** The style of series `index`; indices beyond the palette begin again, so keep to six series a picture. */
export function seriesStyle(view: { dark: boolean }, index: number): SeriesStyle {
  const { series, ink } = themeOf(view);
  const at = index % series.length;
  return { color: series[at] ?? ink, symbol: symbols[at] ?? symbols[0], dash: dashes[at] ?? 'none' };
}
