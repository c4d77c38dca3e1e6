import type { Certificate } from '$lib/serbench/certificate';
import type { Prediction } from '$lib/serbench/prediction';
import type { Task } from '$lib/serbench/task';
import type { PreparedTable } from '../ingest/prepared';
import type { CellValue } from '../tables/spec';
import type { Engine } from './engine';
import { exportQuery, type ExportFormat } from './export';
import { loadRuns } from './load-runs';
import { loadTables, receiveTables } from './load';
import { runQuery } from './query';
import { searchUnits, type SearchRequest } from './search';

/** What the DuckDB worker offers: one engine, one loaded split at a time, calls one after another. */
export class DuckDbService {
  #engine: Promise<Engine> | null = null;
  #loaded: string | null = null;
  /** DuckDB's connection takes one statement at a time. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(readonly start: (task: Task) => Promise<Engine>) {}

  readonly api = {
    /** Starts the engine; gives its version. */
    open: (task: Task) => this.#turn(task, (engine) => engine.version),
    /** The key of the loaded split, or null. */
    loaded: (_task: Task) => this.#loaded,
    load: (task: Task, key: string, tables: PreparedTable[]) =>
      this.#turn(task, async (engine) => {
        this.#loaded = null;
        await loadTables(engine, tables, task);
        this.#loaded = key;
      }),
    /** As `load`, from the batches that come through a port; see `receiveTables`. */
    receive: (task: Task, key: string, port: MessagePort) =>
      this.#turn(task, async (engine) => {
        this.#loaded = null;
        await receiveTables(engine, port, task);
        this.#loaded = key;
      }),
    loadRuns: (task: Task, rows: Prediction[], certificates: Certificate[]) =>
      this.#turn(task, (engine) => loadRuns(engine, rows, certificates, task)),
    query: (task: Task, sql: string, limit: number) =>
      this.#turn(task, (engine) => runQuery(engine, sql, limit, task)),
    exportQuery: (task: Task, sql: string, format: ExportFormat) =>
      this.#turn(task, (engine) => exportQuery(engine, sql, format, task)),
    search: (task: Task, request: SearchRequest) =>
      this.#turn(task, (engine) => searchUnits(engine, request, task)),
    /** A small query of the site's own. */
    rows: (task: Task, sql: string): Promise<CellValue[][]> => this.#turn(task, (engine) => engine.all(sql)),
  };

  async #turn<T>(task: Task, work: (engine: Engine) => T | Promise<T>): Promise<T> {
    const before = this.#tail;
    let done: () => void = () => undefined;
    this.#tail = new Promise<void>((resolve) => (done = resolve));
    try {
      await before;
      task.signal.throwIfAborted();
      return await work(await this.#running(task));
    } finally {
      done();
    }
  }

  #running(task: Task): Promise<Engine> {
    this.#engine ??= this.start(task).catch((error: unknown) => {
      this.#engine = null;
      throw error;
    });
    return this.#engine;
  }
}

export type DuckDbApi = DuckDbService['api'];
