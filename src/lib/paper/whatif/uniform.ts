import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { factNumber } from '../cells';
import type { PaperFacts } from '../schema';
import { show } from '../words';
import { oracleComplete, uniformComplete, type Need } from './synthetic';

const DEPTH = 16;
const PUBLISHED_K = 5;
const ks = Array.from({ length: DEPTH }, (_, at) => at + 1);

/** Floor and ceiling over k for a made-up need, beside the two numbers published for Test500. */
export function uniformFigure(facts: PaperFacts, need: Need): Figure {
  const curve = (label: string, series: number, value: (k: number) => number): Curve => ({
    label,
    series,
    points: ks.map((k) => ({
      x: k,
      y: value(k) * 100,
      sentence: `${label}, ${show(k)} units: ${show(value(k) * 100)}%`,
    })),
  });
  const published = (label: string, series: number, id: string): Curve => {
    const y = factNumber(facts, id);
    return { label, series, points: [{ x: PUBLISHED_K, y, sentence: `${label}: ${show(y)}%` }] };
  };
  const lines = [
    curve('uniform choice (expected)', 0, (k) => uniformComplete(need, k)),
    curve('oracle', 1, (k) => oracleComplete(need, k)),
    published('Test500, uniform choice, published', 2, 'pool.uniform_complete@5'),
    published('Test500, oracle, published', 3, 'pool.oracle_complete@5'),
  ];
  const five = uniformComplete(need, PUBLISHED_K) * 100;
  return {
    id: 'whatif-uniform',
    title: 'Floor and ceiling: a blind choice and a perfect one',
    summary: `With ${show(need.groups)} groups of ${show(need.alternatives)} alternatives in a pool of ${show(need.pool)}, five units chosen blindly complete the need in ${show(five)}% of draws; a perfect choice needs ${show(need.groups)}.`,
    source:
      'Computed exactly, by counting, for a made-up need whose groups share no unit; published points: section B.4, 500 Test500 pools.',
    table: {
      title: 'Chance of a complete answer by k',
      columns: [
        { key: 'k', label: 'k', kind: 'count' },
        { key: 'uniform', label: 'Uniform choice (%)', kind: 'number', digits: 4 },
        { key: 'oracle', label: 'Oracle (%)', kind: 'number', digits: 0 },
      ],
      rows: ks.map((k) => [k, uniformComplete(need, k) * 100, oracleComplete(need, k) * 100]),
      notes: [
        `Groups ${show(need.groups)}, alternatives ${show(need.alternatives)}, pool ${show(need.pool)}.`,
      ],
    },
    ...curves({
      curves: lines,
      x: { label: 'units in the prefix (k)', ticks: [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16], format: String },
      y: { label: 'complete (%)', domain: [0, 100] },
    }),
  };
}
