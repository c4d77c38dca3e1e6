import type { Task } from '$lib/serbench/task';
import { toCsv } from '$lib/table/csv';
import type { CellValue } from '../tables/spec';
import { toParquet } from './parquet';
import type { QueryResult, ResultColumn, StoredResult } from './query';

export type ExportFormat = 'csv' | 'json' | 'parquet';

/** The most rows that are taken away at once: what a browser holds in memory with ease. */
export const EXPORT_LIMIT = 1_000_000;

export type Printable = Pick<QueryResult, 'columns' | 'rows'>;

export interface Exported {
  file: Blob;
  rows: number;
  /** Whether the limit cut the result. */
  cut: boolean;
}

/** Prints a result to its end, or to the limit. Certificates in it are the user's own choice. */
export async function exportResult(
  result: StoredResult,
  format: ExportFormat,
  task: Task,
): Promise<Exported> {
  const { rows, more } = await result.rows(0, EXPORT_LIMIT, task);
  return { file: printResult({ columns: result.columns, rows }, format), rows: rows.length, cut: more };
}

/** Prints rows that are at hand. */
export function printResult(result: Printable, format: ExportFormat): Blob {
  if (format === 'csv') return new Blob([csvOf(result)], { type: 'text/csv' });
  if (format === 'json') return new Blob([jsonOf(result)], { type: 'application/json' });
  return new Blob([toParquet(result)], { type: 'application/vnd.apache.parquet' });
}

/** Names made distinct: JSON keys and Parquet columns cannot repeat. */
export function distinctNames(columns: readonly ResultColumn[]): string[] {
  const own = new Set(columns.map(({ name }) => name));
  const given = new Set<string>();
  const nextOf = new Map<string, number>();
  return columns.map(({ name }) => {
    let distinct = name;
    // A made-up name must not be that of another column, before or after.
    for (let n = nextOf.get(name) ?? 2; given.has(distinct); n += 1) {
      distinct = `${name}_${n}`;
      nextOf.set(name, n + 1);
      if (own.has(distinct)) distinct = name;
    }
    given.add(distinct);
    return distinct;
  });
}

const csvOf = ({ columns, rows }: Printable): string =>
  toCsv({
    title: '',
    columns: columns.map(({ name }, i) => ({ key: String(i), label: name, kind: 'text' as const })),
    rows,
    notes: [],
  });

function jsonOf({ columns, rows }: Printable): string {
  const names = distinctNames(columns);
  const record = (row: CellValue[]) =>
    JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])));
  return `[\n${rows.map(record).join(',\n')}\n]\n`;
}
