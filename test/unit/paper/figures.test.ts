import { describe, expect, it } from 'vitest';
import type { Figure } from '$lib/figure/figure';
import { referenceCurves, referenceMetrics, type ReferenceMetric } from '$lib/paper/figures/reference-curves';
import { factFigures, tableFigures } from '$lib/paper/gallery';
import { loadFacts, loadReferences, loadTables } from '$lib/paper/load';
import { expectFigure } from '../../support/figure';

const tables = await loadTables();
const facts = await loadFacts();
const references = await loadReferences();
const byId = new Map(tables.map((table) => [table.id, table]));
const own = [
  {
    label: 'My run (demo split, 5 states)',
    values: [
      { k: 5, value: 0.4 },
      { k: 8, value: 0.6 },
    ],
  },
];

const figures: Figure[] = [
  ...Object.entries(tableFigures).flatMap(([id, makes]) => makes.map((make) => make(byId.get(id)!))),
  ...factFigures.map((make) => make(facts)),
  ...Object.keys(referenceMetrics).map((metric) => referenceCurves(references, metric as ReferenceMetric)),
  { ...referenceCurves(references, 'mss_complete', own), id: 'paper-reference-own' },
];

describe('the gallery', () => {
  it('has a name for each figure', () => {
    const ids = figures.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(25);
  });

  it.each(figures.map((figure) => [figure.id, figure] as const))('draws %s', async (_id, figure) => {
    await expectFigure(figure);
  });

  it('says of every own curve that it is the reader’s', () => {
    const figure = referenceCurves(references, 'mss_complete', own);
    expect(figure.summary).toContain('scored on another split');
    expect(figure.legend?.at(-1)?.label).toBe('My run (demo split, 5 states)');
    expect(figure.table.rows.at(-1)).toEqual([
      'My run (demo split, 5 states)',
      null,
      null,
      40,
      60,
      null,
      null,
      null,
    ]);
  });
});

/** Every number that the committed data hold, as they may be printed. */
const known = new Set<string>();
const collect = (value: unknown): void => {
  if (typeof value === 'number') known.add(String(value)).add(String(Math.abs(value)));
  else if (typeof value === 'string') for (const digits of numbersIn(value)) known.add(digits);
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) collect(part);
};
const numbersIn = (text: string): string[] =>
  [...text.replace(/(\d),(?=\d{3})/g, '$1').matchAll(/\d+(?:\.\d+)?/g)].map((match) =>
    String(Number(match[0])),
  );
collect(tables);
collect(facts);

it.each(figures.map((figure) => [figure.id, figure] as const))(
  'words of %s hold no number of their own',
  (_id, figure) => {
    const words = [figure.title, figure.source, ...(figure.legend ?? []).map(({ label }) => label)].join(' ');
    // Numbers of tables and sections are places, not data; counts of effects and budgets are counted by the code.
    const text = words.replaceAll(/Table \d+|section [A-Z]?\.?\d?(?:\.\d+)?/g, '');
    expect(numbersIn(text).filter((digits) => !known.has(digits))).toEqual([]);
  },
);
