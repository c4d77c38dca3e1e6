import { expect, test } from 'vitest';
import { agreementFigure } from '$lib/retrieval/figures/agreement';
import { contributionsFigure } from '$lib/retrieval/figures/contributions';
import { leaveOneOutFigure } from '$lib/retrieval/figures/leave-one-out';
import { expectFigure } from '../../support/figure';

const about = { data: 'made-up states', states: 40 };

test('leave one out', async () => {
  const parts = [
    { view: 'bm25-state', complete: 0.25 },
    { view: 'entity', complete: 0.325 },
    { view: 'recency', complete: 0.35 },
  ];
  const figure = leaveOneOutFigure(0.325, parts, { measure: 'Complete@8', ...about });
  expect(figure.summary).toBe('The fusion falls most, by 7.5 points, without bm25-state.');
  await expectFigure(figure);
});

test('contributions: beyond six voices the least are joined, the table keeps all', async () => {
  const voices = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const units = [0, 1, 2].map((u) => ({
    label: `unit-${u}.py:1-20`,
    shares: voices.map((_, v) => ((v + u) % 5 === 0 ? 0 : 1 / (61 + v + u))),
  }));
  const figure = contributionsFigure(voices, units, 'state-1');
  expect(figure.table.columns).toHaveLength(2 + voices.length);
  await expectFigure(figure);
});

test('agreement', async () => {
  const pairs = [
    { a: 'bm25-state', b: 'entity', overlap: 0.61, tau: 0.4, states: 40 },
    { a: 'bm25-state', b: 'recency', overlap: 0.2, tau: -0.1, states: 22 },
    { a: 'entity', b: 'recency', overlap: null, tau: null, states: 0 },
  ];
  const figure = agreementFigure(['bm25-state', 'entity', 'recency'], pairs, about);
  expect(figure.table.rows[2]).toEqual(['entity', 'recency', null, null, 0]);
  await expectFigure(figure);
});
