import type { Cell, Column, Table } from '$lib/table/table';
import { settingsLine } from '../comparison/describe';
import type { Comparison, ContrastResult } from '../comparison/result';
import { turned } from '../figures/forest';
import { pointRange, points } from '../words';
import { labelOf, markOf } from './contrasts';

/**
 * The table for a paper: a row a method; in each column its mean, and the reference's lead over it in points with
 * interval and marks. Methods that cannot be compared have dashes.
 */
export function compactTable(comparison: Comparison, reference: string, columns: readonly string[]): Table {
  const shown = comparison.results.filter(
    ({ stratum, treatment }) => stratum.kind === 'all' && treatment === 'failed = 0',
  );
  const heads = columns.flatMap((key): Column[] => [
    { key, label: labelOf(key), kind: 'percent', digits: 2 },
    {
      key: `lead ${key}`,
      label: 'lead',
      kind: 'text',
      help: `${reference} minus the row's method, in points`,
    },
  ]);
  const cells = (method: string) =>
    columns.flatMap((column): Cell[] => {
      const own = shown.find((one) => one.left === method && one.right === null && one.column === column);
      return [own?.leftMean ?? null, method === reference ? '' : lead(shown, reference, method, column)];
    });
  return {
    title: `Means, and the lead of ${reference} over each method`,
    columns: [{ key: 'method', label: 'Method', kind: 'text' }, ...heads],
    rows: comparison.settings.methods.map((method) => [method, ...cells(method)]),
    notes: [
      `Means in per cent; leads in points. ${settingsLine(comparison.settings)}`,
      "* the interval excludes zero; † p below 0.05 (paired randomisation test, Holm's correction over all pairs of the column). States weigh equally.",
    ],
  };
}

function lead(shown: readonly ContrastResult[], reference: string, method: string, column: string): Cell {
  const found = shown.find(
    (one) =>
      one.column === column &&
      ((one.left === reference && one.right === method) || (one.left === method && one.right === reference)),
  );
  if (!found) return null;
  const seen = found.left === reference ? found : turned(found);
  return `${points(seen.difference)}${seen.interval ? ` ${pointRange(seen.interval)}` : ''}${markOf(seen)}`;
}
