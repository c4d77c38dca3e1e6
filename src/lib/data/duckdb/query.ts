import type { RecordBatch, Schema } from 'apache-arrow';
import type { Task } from '$lib/serbench/task';
import { cellReader } from '../arrow/values';
import type { CellValue } from '../tables/spec';
import type { Cursor } from './cursor';
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

export const columnsOf = (schema: Schema): ResultColumn[] =>
  schema.fields.map((field) => ({ name: field.name, type: String(field.type) }));

/** The rows of a batch from `start` to before `end`, as plain values. */
export function rowsOf(batch: RecordBatch, start = 0, end = batch.numRows): CellValue[][] {
  const readers = batch.schema.fields.map((_, i) => {
    const column = batch.getChildAt(i);
    return column ? cellReader(column) : () => null;
  });
  const rows: CellValue[][] = [];
  for (let row = start; row < Math.min(end, batch.numRows); row += 1)
    rows.push(readers.map((read) => read(row)));
  return rows;
}

/** Runs a query of the site's own up to `limit` rows. Throws QueryFailed; an abort throws the signal's reason. */
export async function runQuery(engine: Engine, sql: string, limit: number, task: Task): Promise<QueryResult> {
  const result = new StoredResult(await engine.open(sql, task));
  try {
    const { rows, more } = await result.rows(0, limit, task);
    return { columns: result.columns, rows, more };
  } finally {
    result.close();
  }
}

/** A result whose rows, once computed, are held: asked for again they are the same, whatever the query draws. */
export class StoredResult {
  readonly columns: ResultColumn[];
  readonly #batches: RecordBatch[] = [];
  #held = 0;
  #ended = false;

  constructor(readonly cursor: Cursor) {
    this.columns = columnsOf(cursor.schema);
  }

  /** The rows from `start` to before `end`, computed as far as needed; `more` says whether others follow. */
  async rows(start: number, end: number, task: Task): Promise<{ rows: CellValue[][]; more: boolean }> {
    // One row further tells whether there are more.
    await this.#fetch(end + 1, task);
    const rows: CellValue[][] = [];
    let first = 0;
    for (const batch of this.#batches) {
      if (first >= end) break;
      if (first + batch.numRows > start) {
        for (const row of rowsOf(batch, Math.max(0, start - first), end - first)) rows.push(row);
        await task.checkpoint();
      }
      first += batch.numRows;
    }
    return { rows, more: this.#held > end };
  }

  close(): void {
    this.cursor.close();
  }

  async #fetch(count: number, task: Task): Promise<void> {
    while (!this.#ended && this.#held < count) {
      const batches = await this.cursor.next(task);
      this.#ended = batches === null;
      for (const batch of batches ?? []) {
        this.#batches.push(batch);
        this.#held += batch.numRows;
      }
      task.progress({ done: this.#held, total: null, unit: 'rows' });
    }
  }
}
