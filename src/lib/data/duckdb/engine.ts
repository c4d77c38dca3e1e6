import type { DuckDBBindings, DuckDBConnection } from '@duckdb/duckdb-wasm/blocking';
import { RecordBatchReader, type RecordBatch, type Schema } from 'apache-arrow';
import type { Task } from '$lib/serbench/task';
import { cellReader } from '../arrow/values';
import type { CellValue } from '../tables/spec';
import { QueryFailed } from './query-failed';

/** A running DuckDB with one connection; the same class in a worker and in Node. */
export class Engine {
  readonly #connection: DuckDBConnection;

  constructor(readonly bindings: DuckDBBindings) {
    bindings.open({});
    this.#connection = bindings.connect();
    // Nothing is ever fetched: no extension by an innocent name, no file by a URL, no way to switch it on again.
    this.run('SET autoload_known_extensions = false');
    this.run('SET autoinstall_known_extensions = false');
    this.run('SET enable_external_access = false');
    this.run('SET lock_configuration = true');
  }

  get version(): string {
    return this.bindings.getVersion();
  }

  /** Runs a statement whose result does not matter. Throws QueryFailed. */
  run(sql: string): void {
    try {
      this.#connection.query(sql);
    } catch (error) {
      throw new QueryFailed(sql, error);
    }
  }

  /** Runs a small query to its end. */
  all(sql: string): CellValue[][] {
    try {
      const table = this.#connection.query(sql);
      const readers = table.schema.fields.map((_, i) => {
        const column = table.getChildAt(i);
        return column ? cellReader(column) : () => null;
      });
      return Array.from({ length: table.numRows }, (_, row) => readers.map((read) => read(row)));
    } catch (error) {
      throw new QueryFailed(sql, error);
    }
  }

  /** Appends an Arrow IPC stream to an existing table. */
  insert(table: string, ipc: Uint8Array): void {
    this.#connection.insertArrowFromIPCStream(ipc, { name: table, create: false });
  }

  /**
   * Runs a query piece by piece and gives its batches; between pieces messages get in, and an abort ends it. Ending
   * the iteration early leaves the rest uncomputed.
   */
  async *stream(
    sql: string,
    task: Task,
  ): AsyncGenerator<{ schema: Schema; batch: RecordBatch | null }, void, void> {
    const { bindings, id } = this.#connection.useUnsafe((owner, connection) => ({
      bindings: owner,
      id: connection,
    }));
    let finished = false;
    try {
      let header = bindings.startPendingQuery(id, sql, true);
      while (header === null) {
        await task.checkpoint();
        header = bindings.pollPendingQuery(id);
      }
      const reader = RecordBatchReader.from(pieces(bindings, id, header));
      reader.open();
      let any = false;
      for (const batch of reader) {
        any = true;
        yield { schema: reader.schema, batch };
        await task.checkpoint();
      }
      if (!any) yield { schema: reader.schema, batch: null };
      finished = true;
    } catch (error) {
      if (task.signal.aborted) throw error;
      throw new QueryFailed(sql, error);
    } finally {
      if (!finished) bindings.cancelPendingQuery(id);
    }
  }
}

function* pieces(
  bindings: DuckDBBindings,
  id: number,
  header: Uint8Array,
): Generator<Uint8Array, void, void> {
  yield header;
  for (;;) {
    const piece = bindings.fetchQueryResults(id);
    if (piece === null) continue;
    if (piece.length === 0) return;
    yield piece;
  }
}
