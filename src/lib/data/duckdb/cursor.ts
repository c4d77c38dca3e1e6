import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { DataType, RecordBatchReader, type Field, type RecordBatch, type Schema } from 'apache-arrow';
import type { Task } from '$lib/serbench/task';
import { QueryFailed } from './query-failed';

/** Whether a column, or a part of one, is sent as numbers into a dictionary (an ENUM). */
const usesDictionary = ({ type }: Field): boolean =>
  DataType.isDictionary(type) || ((type as DataType).children ?? []).some(usesDictionary);

/**
 * A query's result that is fetched batch by batch: what nobody asks for is never computed. It belongs to its
 * connection, whose next statement ends it. An abort while waiting for a batch leaves it usable.
 */
export class Cursor {
  readonly schema: Schema;
  /** All rows, where DuckDB could not send them piece by piece. */
  #whole: RecordBatch[] | null = null;
  #state: 'open' | 'done' | 'closed' = 'open';

  private constructor(
    readonly bindings: DuckDBBindings,
    readonly connection: number,
    readonly sql: string,
    readonly header: Uint8Array,
  ) {
    this.schema = RecordBatchReader.from(header).open().schema;
  }

  /** Starts a query; an abort gives it up. Throws QueryFailed. */
  static async open(bindings: DuckDBBindings, connection: number, sql: string, task: Task): Promise<Cursor> {
    let header: Uint8Array | null = null;
    try {
      header = bindings.startPendingQuery(connection, sql, true);
      while (header === null) {
        await task.checkpoint();
        header = bindings.pollPendingQuery(connection);
      }
      const cursor = new Cursor(bindings, connection, sql, header);
      // DuckDB sends no dictionaries with pieces, and their values would be lost: such a result comes whole.
      if (cursor.schema.fields.some(usesDictionary)) {
        bindings.cancelPendingQuery(connection);
        cursor.#whole = [...RecordBatchReader.from(bindings.runQuery(connection, sql))];
      }
      return cursor;
    } catch (error) {
      if (header === null) bindings.cancelPendingQuery(connection);
      if (task.signal.aborted) throw error;
      throw new QueryFailed(sql, error);
    }
  }

  /** The next rows, or null at the end. */
  async next(task: Task): Promise<RecordBatch[] | null> {
    if (this.#state !== 'open') return null;
    await task.checkpoint();
    if (this.#whole) {
      this.#state = 'done';
      return this.#whole;
    }
    try {
      let piece = this.bindings.fetchQueryResults(this.connection);
      while (piece === null) {
        await task.checkpoint();
        piece = this.bindings.fetchQueryResults(this.connection);
      }
      if (piece.length > 0) return [...RecordBatchReader.from([this.header, piece])];
      this.#state = 'done';
      return null;
    } catch (error) {
      if (task.signal.aborted) throw error;
      this.close();
      throw new QueryFailed(this.sql, error);
    }
  }

  /** Leaves the rest uncomputed. */
  close(): void {
    if (this.#state === 'open' && !this.#whole) this.bindings.cancelPendingQuery(this.connection);
    this.#state = 'closed';
  }
}
