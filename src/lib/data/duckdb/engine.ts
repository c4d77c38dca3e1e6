import type { DuckDBBindings, DuckDBConnection } from '@duckdb/duckdb-wasm/blocking';
import type { Task } from '$lib/serbench/task';
import { cellReader } from '../arrow/values';
import type { CellValue } from '../tables/spec';
import { Cursor } from './cursor';
import { QueryFailed } from './query-failed';

/** A running DuckDB; the same class in a worker and in Node. */
export class Engine {
  readonly #connection: DuckDBConnection;
  #users: DuckDBConnection | null = null;

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

  /** Starts a query of the site's own, to be fetched batch by batch before the next statement. Throws QueryFailed. */
  open(sql: string, task: Task): Promise<Cursor> {
    return Cursor.open(this.bindings, idOf(this.#connection), sql, task);
  }

  /**
   * Starts a user's query on a connection of its own: its result stays open while the site asks for other things. The
   * user's next query ends it.
   */
  openForUser(sql: string, task: Task): Promise<Cursor> {
    this.#users ??= this.bindings.connect();
    return Cursor.open(this.bindings, idOf(this.#users), sql, task);
  }
}

const idOf = (connection: DuckDBConnection): number => connection.useUnsafe((_, id) => id);
