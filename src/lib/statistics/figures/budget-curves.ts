import { curves, type Curve } from '$lib/figure/blocks/curves';
import type { Figure } from '$lib/figure/figure';
import { parseColumn, type Budget } from '../comparison/column';
import { settingsLine } from '../comparison/describe';
import type { Comparison, ContrastResult } from '../comparison/result';
import type { ScoreBook } from '../comparison/score-book';
import { methodTable } from '../tables/methods';
import { count, percent, percentRange } from '../words';

/** Six series are told apart; the other methods are drawn in grey, named at their ends. */
const MOST_SERIES = 6;

/** A measure over the number of units, or over the ceiling of source tokens: one curve a method, with bands. */
export function budgetCurves(
  book: ScoreBook,
  comparison: Comparison,
  measure: string,
  kind: Exclude<Budget['kind'], 'matched'>,
): Figure {
  const own = comparison.results.flatMap((one) => {
    const column = parseColumn(one.column);
    const wanted = column?.measure.name === measure && column.budget.kind === kind;
    return wanted && one.right === null && one.stratum.kind === 'all' && one.treatment === 'failed = 0'
      ? [
          {
            one,
            label: column.measure.label,
            x: column.budget.kind === 'items' ? column.budget.k : ceilingOf(column.budget),
          },
        ]
      : [];
  });
  const label = own[0]?.label ?? measure;
  const xs = [...new Set(own.map(({ x }) => x))].sort((a, b) => a - b);
  const lines = comparison.settings.methods.flatMap((method, at): Curve[] => {
    const points = own.filter(({ one }) => one.left === method).sort((a, b) => a.x - b.x);
    if (points.length === 0) return [];
    return [
      {
        label: method,
        series: at < MOST_SERIES ? at : null,
        points: points.map(({ one, x }) => point(one, x, kind)),
      },
    ];
  });
  const budget = kind === 'items' ? 'units in the prefix (k)' : 'ceiling of source tokens';
  return {
    id: `compare-${kind}`,
    title: `${label} over the ${kind === 'items' ? 'number of units' : 'ceiling of source tokens'}`,
    summary: `${lines.length} methods at ${xs.length} budgets; the bands are each method's own interval, not that of a difference.`,
    source:
      settingsLine(comparison.settings) +
      (kind === 'tokens' && book.tokenizer ? ` Tokens: ${book.tokenizer}.` : ''),
    table: methodTable(book, { ...comparison, results: own.map(({ one }) => one), notComparable: [] }),
    ...curves({
      curves: lines,
      x: { label: budget, ticks: xs, format: count },
      y: { label: `${label} (%)`, domain: [0, top(own.map(({ one }) => one))] },
    }),
  };
}

/** The axis ends at the next full ten above every mean and band. */
const top = (results: readonly ContrastResult[]) =>
  Math.max(
    10,
    Math.ceil(Math.max(...results.map((one) => one.interval?.high ?? one.leftMean)) * 10 - 1e-9) * 10,
  );

const ceilingOf = (budget: Budget) => (budget.kind === 'tokens' ? budget.ceiling : 0);

function point(one: ContrastResult, x: number, kind: string) {
  const interval = one.interval && { low: one.interval.low * 100, high: one.interval.high * 100 };
  const at = kind === 'items' ? `first ${x} units` : `${count(x)} tokens`;
  const range = one.interval ? `, interval ${percentRange(one.interval)}` : '';
  return {
    x,
    y: one.leftMean * 100,
    band: interval,
    sentence: `${one.left}, ${at}: ${percent(one.leftMean)}${range}`,
  };
}
