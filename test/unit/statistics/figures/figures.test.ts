import { describe, expect, it } from 'vitest';
import { budgetCurves } from '$lib/statistics/figures/budget-curves';
import { forestFigure, turned } from '$lib/statistics/figures/forest';
import { matchedFigure } from '$lib/statistics/figures/matched';
import { pairMatrix } from '$lib/statistics/figures/pair-matrix';
import { strataFigure } from '$lib/statistics/figures/strata';
import { COLUMNS, compare, SETTINGS, syntheticBook, syntheticRuns } from '../../../support/comparison';
import { expectFigure } from '../../../support/figure';

const book = await syntheticBook();
const comparison = await compare(book);
const published = {
  left: 'MSS-Complement',
  right: 'Qwen3-Embed + Reranker-8B',
  cohort: 'Test500',
  difference: 0.116,
  interval: { low: 0.0689, high: 0.1721 },
};
const choice = {
  column: 'mss_complete@5',
  anchor: null,
  treatment: 'failed = 0',
  published: [published],
} as const;

describe('figures of a comparison', () => {
  it('forest plot: every pair and the published contrast', async () => {
    const figure = forestFigure(comparison, choice);
    await expectFigure(figure);
    expect(figure.steps).toHaveLength(4);
    expect(figure.steps[3]).toBe(
      'Published for Test500: MSS-Complement minus Qwen3-Embed + Reranker-8B, +11.60 points, interval [+6.89, +17.21]',
    );
    // The published contrast is a reference, never a row of one's own numbers.
    expect(JSON.stringify(figure.table)).not.toContain('MSS-Complement');
  });

  it('forest plot of one method: it always stands left', () => {
    const figure = forestFigure(comparison, { ...choice, anchor: 'ranked', published: [] });
    expect(figure.steps).toHaveLength(2);
    for (const step of figure.steps) expect(step).toMatch(/^ranked minus /);
  });

  it('a contrast turned twice is itself, and turned once has mirrored numbers', () => {
    const one = comparison.results.find(({ right }) => right !== null)!;
    expect(turned(turned(one))).toEqual(one);
    expect(turned(one)).toMatchObject({ left: one.right, right: one.left, difference: -one.difference });
    expect(turned(one).interval).toMatchObject({ low: 0 - one.interval!.high, high: 0 - one.interval!.low });
  });

  it('matrix of all pairs', async () => {
    const figure = pairMatrix(comparison, 'mss_complete@5', 'failed = 0');
    await expectFigure(figure);
    expect(figure.steps).toHaveLength(6);
  });

  it('strata', async () => {
    const figure = strataFigure(comparison, {
      left: 'gathered',
      right: 'shuffled',
      column: 'mss_complete@5',
      kind: 'groups',
    });
    await expectFigure(figure);
    expect(figure.steps).toHaveLength(4);
    expect(figure.steps[1]).toContain('only 3 clusters');
  });

  it('curves over items and over tokens', async () => {
    for (const kind of ['items', 'tokens'] as const) {
      const figure = budgetCurves(book, comparison, 'mss_complete', kind);
      await expectFigure(figure);
      expect(figure.steps).toHaveLength(kind === 'items' ? 9 : 6);
    }
  });

  it('means within the tokens of one method, beside those at as many units', async () => {
    expect(matchedFigure(book, comparison, 'mss_complete')).toBeNull();
    const columns = [...COLUMNS, 'mss_complete@8=ranked'];
    const own = await syntheticBook(syntheticRuns(), columns);
    const figure = matchedFigure(own, await compare(own, { ...SETTINGS, columns }), 'mss_complete')!;
    await expectFigure(figure);
    expect(figure.steps).toHaveLength(6);
    expect(figure.legend?.map(({ label }) => label)).toEqual(['tokens of ranked@8', 'first 8 units']);
    // The method whose tokens are the ceiling keeps its own units: both means are one.
    const own8 = figure.steps
      .filter((step) => step.startsWith('ranked,'))
      .map((step) => /: ([\d.]+%)/.exec(step)?.[1]);
    expect(own8).toHaveLength(2);
    expect(own8[0]).toBe(own8[1]);
  });
});
