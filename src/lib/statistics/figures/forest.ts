import { dotRows, type DotRow } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { settingsLine } from '../comparison/describe';
import type { Comparison, ContrastResult } from '../comparison/result';
import { contrastTable, labelOf } from '../tables/contrasts';
import { pointRange, points, pValue } from '../words';

/** A contrast from the paper, in shares; shown beside one's own, never joined with them. */
export interface PublishedContrast {
  left: string;
  right: string;
  cohort: string;
  difference: number;
  interval: { low: number; high: number } | null;
}

export interface ForestChoice {
  column: string;
  /** Only pairs with this method, which then always stands left; null shows every pair. */
  anchor: string | null;
  treatment: ContrastResult['treatment'];
  published: readonly PublishedContrast[];
}

const KINDS = ['interval excludes zero', 'interval includes zero', 'published (Test500)'];

/** The pairs of a column as rows: difference, interval, outcomes. */
export function forestFigure(comparison: Comparison, choice: ForestChoice): Figure {
  const shown = comparison.results.filter(
    (one) =>
      one.stratum.kind === 'all' &&
      one.treatment === choice.treatment &&
      one.column === choice.column &&
      one.right !== null &&
      (choice.anchor === null || one.left === choice.anchor || one.right === choice.anchor),
  );
  const rows = shown.map((one) => (one.right === choice.anchor ? turned(one) : one));
  const clear = rows.filter(({ excludesZero }) => excludesZero).length;
  const ends = [...rows, ...choice.published].flatMap(({ difference, interval }) => [
    difference * 100,
    (interval?.low ?? 0) * 100,
    (interval?.high ?? 0) * 100,
  ]);
  const kept = new Set(shown);
  return {
    id: 'compare-forest',
    title: `Differences in ${labelOf(choice.column)}`,
    summary: `${rows.length} pairs of methods, difference in points with interval; ${clear} exclude zero.`,
    source: settingsLine(comparison.settings) + denominators(rows),
    table: contrastTable(comparison, (one) => kept.has(one)),
    ...dotRows({
      x: {
        label: 'difference (points)',
        domain: [Math.floor(Math.min(0, ...ends)) - 1, Math.ceil(Math.max(0, ...ends)) + 1],
      },
      series: choice.published.length > 0 ? KINDS : KINDS.slice(0, 2),
      single: true,
      rule: 0,
      rows: [...rows.map(ownRow), ...choice.published.map(publishedRow)],
    }),
  };
}

/** The same contrast seen from the other side. */
export function turned(one: ContrastResult): ContrastResult {
  const { interval, outcomes } = one;
  return {
    ...one,
    left: one.right ?? one.left,
    right: one.left,
    leftMean: one.rightMean ?? one.leftMean,
    rightMean: one.leftMean,
    difference: 0 - one.difference,
    interval: interval && {
      low: 0 - interval.high,
      high: 0 - interval.low,
      meanOfResamples: 0 - interval.meanOfResamples,
      shareAbove: interval.shareBelow,
      shareBelow: interval.shareAbove,
    },
    outcomes: outcomes && { wins: outcomes.losses, ties: outcomes.ties, losses: outcomes.wins },
  };
}

const inPoints = (interval: { low: number; high: number } | null) =>
  interval && { low: interval.low * 100, high: interval.high * 100 };

function ownRow(one: ContrastResult): DotRow {
  const { wins = 0, ties = 0, losses = 0 } = one.outcomes ?? {};
  const interval = one.interval ? `interval ${pointRange(one.interval)}` : 'no interval';
  const p = one.holm === null ? '' : `, p (Holm) ${pValue(one.holm)}`;
  const sentence = `${one.left} minus ${one.right ?? ''}: ${points(one.difference)} points, ${interval}, ${wins} wins, ${ties} ties, ${losses} losses${p}`;
  return {
    label: `${one.left} − ${one.right ?? ''}`,
    points: [
      {
        series: one.excludesZero ? 0 : 1,
        x: one.difference * 100,
        interval: inPoints(one.interval),
        sentence,
      },
    ],
  };
}

function publishedRow(one: PublishedContrast): DotRow {
  const interval = one.interval ? `interval ${pointRange(one.interval)}` : 'interval not printed';
  return {
    label: `${one.left} − ${one.right} (published, ${one.cohort})`,
    points: [
      {
        series: 2,
        x: one.difference * 100,
        interval: inPoints(one.interval),
        sentence: `Published for ${one.cohort}: ${one.left} minus ${one.right}, ${points(one.difference)} points, ${interval}`,
      },
    ],
  };
}

function denominators(rows: readonly ContrastResult[]): string {
  const [first] = rows;
  return first ? ` ${first.states} states in ${first.clusters} clusters.` : '';
}
