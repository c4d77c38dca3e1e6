import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { settingsLine } from '../comparison/describe';
import type { Comparison } from '../comparison/result';
import { contrastTable, labelOf } from '../tables/contrasts';
import { pointRange, points } from '../words';

/** One pair's difference within each stratum of a kind, all states first; strata with few clusters say so. */
export function strataFigure(
  comparison: Comparison,
  choice: { left: string; right: string; column: string; kind: string },
): Figure {
  const shown = comparison.results.filter(
    (one) =>
      one.left === choice.left &&
      one.right === choice.right &&
      one.column === choice.column &&
      one.treatment === 'failed = 0' &&
      (one.stratum.kind === 'all' || one.stratum.kind === choice.kind),
  );
  const ends = shown.flatMap(({ difference, interval }) => [
    difference,
    interval?.low ?? 0,
    interval?.high ?? 0,
  ]);
  const few = shown.filter(({ warning }) => warning !== null).length;
  const kept = new Set(shown);
  return {
    id: 'compare-strata',
    title: `${labelOf(choice.column)}: ${choice.left} − ${choice.right} by ${choice.kind}`,
    summary: `The difference in ${shown.length} groups of states; clusters are resampled within each. ${few} of them have fewer than 10 clusters.`,
    source: settingsLine(comparison.settings),
    table: contrastTable(comparison, (one) => kept.has(one), 'Differences by stratum (left - right)'),
    ...dotRows({
      x: {
        label: 'difference (points)',
        domain: [Math.floor(Math.min(0, ...ends) * 100) - 1, Math.ceil(Math.max(0, ...ends) * 100) + 1],
      },
      series: ['interval excludes zero', 'interval includes zero'],
      single: true,
      rule: 0,
      rows: shown.map((one) => ({
        label: `${one.stratum.name} (n = ${one.states}, ${one.clusters} clusters${one.warning ? '!' : ''})`,
        points: [
          {
            series: one.excludesZero ? 0 : 1,
            x: one.difference * 100,
            interval: one.interval && { low: one.interval.low * 100, high: one.interval.high * 100 },
            sentence: `${one.stratum.name}, ${one.states} states in ${one.clusters} clusters: ${points(one.difference)} points, ${one.interval ? `interval ${pointRange(one.interval)}` : 'no interval'}${one.warning ? `; ${one.warning}` : ''}`,
          },
        ],
      })),
    }),
  };
}
