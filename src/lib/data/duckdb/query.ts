import type { Schema } from 'apache-arrow';
import type { Task } from '$lib/serbench/task';
import { cellReader } from '../arrow/values';
import type { CellValue } from '../tables/spec';
import type { Engine } from './engine';

export interface ResultColumn {
  name: string;
  /** The Arrow type, e.g. `Utf8`, `Int32`, `Decimal[38e0]`. */
  type: string;
}

export interface QueryResult {
  columns: ResultColumn[];
  rows: CellValue[][];
  /** Whether rows were left uncomputed at the limit. */
  more: boolean;
}

const columnsOf = (schema: Schema): ResultColumn[] =>
  schema.fields.map((field) => ({ name: field.name, type: String(field.type) }));

/** Runs a query up to `limit` rows. Throws QueryFailed; an abort throws the signal's reason. */
export async function runQuery(engine: Engine, sql: string, limit: number, task: Task): Promise<QueryResult> {
  let columns: ResultColumn[] = [];
  const rows: CellValue[][] = [];
  for await (const { schema, batch } of engine.stream(sql, task)) {
    columns = columnsOf(schema);
    if (!batch) break;
    const readers = schema.fields.map((_, i) => {
      const column = batch.getChildAt(i);
      return column ? cellReader(column) : () => null;
    });
    for (let row = 0; row < batch.numRows; row += 1) {
      if (rows.length === limit) return { columns, rows, more: true };
      rows.push(readers.map((read) => read(row)));
    }
    task.progress({ done: rows.length, total: null, unit: 'rows' });
  }
  return { columns, rows, more: false };
}
