import { stack } from '$lib/figure/blocks/stack';
import type { Figure } from '$lib/figure/figure';
import type { Journey } from '../diagram';
import { show } from '../words';

const SERIES = ['observed', 'missing: acceptable support', 'other candidates'];

/**
 * The pool of each decision, parted into what the agent has seen, what would supply a missing fact, and the rest: the
 * observed part grows, and what is missing lies outside of it (the idea of the lower panel of the paper's figure 1).
 */
export function evidenceSpace(journey: Journey): Figure {
  const rows = journey.moments.map((moment) => ({
    ...moment,
    other: moment.pool - moment.observed - moment.acceptable,
  }));
  return {
    id: 'paper-evidence-space',
    title: 'What has been seen is not what is missing',
    summary: `Candidates of ${show(rows.length)} decisions on one issue: ${rows.map(({ boundary, observed, acceptable, pool }) => `${boundary}, ${show(observed)} of ${show(pool)} observed and ${show(acceptable)} that would supply a missing fact`).join('; ')}.`,
    source: `Demo data, issue ${journey.instance_id}; certificates are public there. No acceptable unit is an observed one.`,
    table: {
      title: 'Candidates by decision',
      columns: [
        { key: 'decision', label: 'Decision', kind: 'text' },
        { key: 'pool', label: 'Candidates', kind: 'count' },
        { key: 'observed', label: 'Observed', kind: 'count' },
        { key: 'acceptable', label: 'Acceptable for a missing fact', kind: 'count' },
        { key: 'other', label: 'Other', kind: 'count' },
      ],
      rows: rows.map(({ boundary, pool, observed, acceptable, other }) => [
        boundary,
        pool,
        observed,
        acceptable,
        other,
      ]),
      notes: [`Issue: ${journey.issue}`],
    },
    ...stack({
      rows: rows.map(({ boundary, pool, observed, acceptable, other }) => ({
        label: boundary,
        parts: [observed, acceptable, other].map((value, series) => ({
          series,
          value,
          sentence: `${boundary}: ${show(value)} of ${show(pool)} candidates ${['are observed', 'would supply a missing fact', 'are neither'][series] ?? ''}`,
        })),
      })),
      x: { label: 'candidates in the pool' },
      series: SERIES,
    }),
  };
}
