import { Bool, Field, Float64, Int32, Schema, Utf8, type DataType } from 'apache-arrow';
import type { ColumnType, Row, TableSpec } from '../tables/spec';
import { columnBuilder, type ColumnBuilder } from './column-builder';
import { schemaMessage, writeStream } from './ipc';

/** One Arrow IPC stream with one record batch, ready for DuckDB. */
export interface Batch {
  table: string;
  rows: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** DuckDB spends some milliseconds on a batch whatever its size, and a buffer of this size is soon filled. */
const MAX_BYTES = 6 << 20;
const MAX_ROWS = 100_000;

const arrowType = (type: ColumnType): DataType =>
  ({ VARCHAR: new Utf8(), INTEGER: new Int32(), DOUBLE: new Float64(), BOOLEAN: new Bool() })[type];

/** The explicit schema: DuckDB's inference is never relied on. */
export const arrowSchema = ({ columns }: TableSpec): Schema =>
  new Schema(columns.map((column) => new Field(column.name, arrowType(column.type), true)));

/** Gathers a table's rows into batches of some megabytes. */
export class BatchWriter {
  readonly #schema: Uint8Array;
  readonly #builders: ColumnBuilder[];
  #rows = 0;

  constructor(readonly table: TableSpec) {
    this.#schema = schemaMessage(arrowSchema(table));
    this.#builders = table.columns.map((column) => columnBuilder(column.type));
  }

  /** Adds a row; returns a batch whenever one is full. Throws RangeError on a row of the wrong width. */
  add(row: Row): Batch | null {
    if (row.length !== this.#builders.length) {
      throw new RangeError(
        `A row of "${this.table.name}" has ${row.length} cells, not ${this.#builders.length}.`,
      );
    }
    let bytes = 0;
    let i = 0;
    for (const builder of this.#builders) {
      builder.add(row[i++] ?? null);
      bytes += builder.bytes;
    }
    this.#rows += 1;
    return bytes >= MAX_BYTES || this.#rows >= MAX_ROWS ? this.flush() : null;
  }

  /** What is left, or null. */
  flush(): Batch | null {
    if (this.#rows === 0) return null;
    const rows = this.#rows;
    this.#rows = 0;
    const columns = this.#builders.map((builder) => builder.take());
    return { table: this.table.name, rows, bytes: writeStream(this.#schema, rows, columns) };
  }
}
