import { dotRows } from '$lib/figure/blocks/rows';
import type { Figure } from '$lib/figure/figure';
import { columnKey, parseColumn } from '../comparison/column';
import { settingsLine } from '../comparison/describe';
import type { Comparison, ContrastResult } from '../comparison/result';
import type { ScoreBook } from '../comparison/score-book';
import { methodTable } from '../tables/methods';
import { percent, percentRange } from '../words';

/**
 * Every method under the tokens that one method's first k units use, state by state, with its interval; and, where k
 * units were scored too, beside its mean at k units: a method that gains from units of many tokens loses here. Null
 * when the comparison holds no matched budget of the measure.
 */
export function matchedFigure(book: ScoreBook, comparison: Comparison, measure: string): Figure | null {
  const found = book.columns
    .flatMap((key) => parseColumn(key) ?? [])
    .find((one) => one.measure.name === measure && one.budget.kind === 'matched');
  if (found?.budget.kind !== 'matched') return null;
  const { method: reference, k } = found.budget;
  const matched = columnKey(found);
  const items = columnKey({ measure: found.measure, budget: { kind: 'items', k } });
  const own = comparison.results.filter(
    (one) =>
      [matched, items].includes(one.column) &&
      one.right === null &&
      one.stratum.kind === 'all' &&
      one.treatment === 'failed = 0',
  );
  const series = [`tokens of ${reference}@${k}`, `first ${k} units`];
  const point = (one: ContrastResult) => {
    const at = one.column === matched ? 0 : 1;
    return {
      series: at,
      x: one.leftMean * 100,
      interval: one.interval && { low: one.interval.low * 100, high: one.interval.high * 100 },
      sentence: `${one.left}, ${series[at] ?? ''}: ${percent(one.leftMean)}${one.interval ? `, interval ${percentRange(one.interval)}` : ''}`,
    };
  };
  const ends = own.map((one) => (one.interval?.high ?? one.leftMean) * 100);
  const { label } = found.measure;
  return {
    id: 'compare-matched',
    title: `${label} within the source tokens of ${reference}@${k}`,
    summary: `Each state's ceiling is what the first ${k} units of ${reference} use there; whole units are taken in order and what does not fit is skipped.`,
    source:
      settingsLine(comparison.settings) + (book.tokenizer === null ? '' : ` Tokens: ${book.tokenizer}.`),
    table: methodTable(book, { ...comparison, results: own, notComparable: [] }),
    ...dotRows({
      x: { label: `${label} (%)`, domain: [0, Math.max(10, Math.ceil(Math.max(0, ...ends) / 10) * 10)] },
      series,
      rows: comparison.settings.methods.flatMap((method) => {
        const points = own.filter(({ left }) => left === method).map(point);
        return points.length > 0 ? [{ label: method, points }] : [];
      }),
    }),
  };
}
