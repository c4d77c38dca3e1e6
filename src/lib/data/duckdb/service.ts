import type { Certificate } from '$lib/serbench/certificate';
import type { Task } from '$lib/serbench/task';
import type { PreparedTable } from '../ingest/prepared';
import type { CellValue } from '../tables/spec';
import type { Engine } from './engine';
import { EngineEnded, trapIn } from './engine-ended';
import { exportResult, printResult, type ExportFormat, type Printable } from './export';
import { loadRuns, type LabelledRows } from './load-runs';
import { loadTables, receiveTables } from './load';
import { StoredResult } from './query';
import { ReadAhead } from './read-ahead';
import { ResultGone } from './result-gone';
import { searchUnits, type SearchRequest } from './search';

/** What the DuckDB worker offers: one engine, one loaded split at a time, calls one after another. */
export class DuckDbService {
  #engine: Promise<Engine> | null = null;
  #loaded: string | null = null;
  /** The result of the user's last query. */
  #result: StoredResult | null = null;
  #number = 0;
  /** DuckDB's connection takes one statement at a time. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(readonly start: (task: Task) => Promise<Engine>) {}

  readonly api = {
    /** Starts the engine; gives its version. */
    open: (task: Task) => this.#turn(task, (engine) => engine.version),
    /** The key of the loaded split, or null. */
    loaded: (_task: Task) => this.#loaded,
    load: (task: Task, key: string, tables: PreparedTable[]) => {
      // While the engine starts.
      const reading = new ReadAhead(tables);
      return this.#turn(task, async (engine) => {
        this.#loaded = null;
        this.#forget();
        await loadTables(engine, tables, task, reading);
        this.#loaded = key;
      });
    },
    /** As `load`, from the batches that come through a port; see `receiveTables`. */
    receive: (task: Task, key: string, port: MessagePort) =>
      this.#turn(task, async (engine) => {
        this.#loaded = null;
        this.#forget();
        await receiveTables(engine, port, task);
        this.#loaded = key;
      }),
    loadRuns: (task: Task, runs: LabelledRows[], certificates: Certificate[]) =>
      this.#turn(task, (engine) => loadRuns(engine, runs, certificates, task)),
    /** Runs a user's query and gives its first rows; the result stays until the next query, or another split. */
    query: (task: Task, sql: string, limit: number) =>
      this.#turn(task, async (engine) => {
        this.#forget();
        const result = new StoredResult(await engine.openForUser(sql, task));
        this.#number += 1;
        this.#result = result;
        return { number: this.#number, columns: result.columns, ...(await result.rows(0, limit, task)) };
      }),
    /** Further rows of a result. Throws ResultGone. */
    rowsOf: (task: Task, number: number, start: number, end: number) =>
      this.#turn(task, () => this.#resultOf(number).rows(start, end, task)),
    /** A result as a file. Throws ResultGone. */
    exportResult: (task: Task, number: number, format: ExportFormat) =>
      this.#turn(task, () => exportResult(this.#resultOf(number), format, task)),
    /** Rows that are at hand as a file. */
    print: (_task: Task, result: Printable, format: ExportFormat) => printResult(result, format),
    search: (task: Task, request: SearchRequest) =>
      this.#turn(task, (engine) => searchUnits(engine, request, task)),
    /** A small query of the site's own. */
    rows: (task: Task, sql: string): Promise<CellValue[][]> => this.#turn(task, (engine) => engine.all(sql)),
  };

  #forget(): void {
    this.#result?.close();
    this.#result = null;
  }

  #resultOf(number: number): StoredResult {
    if (this.#result === null || number !== this.#number) throw new ResultGone();
    return this.#result;
  }

  async #turn<T>(task: Task, work: (engine: Engine) => T | Promise<T>): Promise<T> {
    const before = this.#tail;
    let done: () => void = () => undefined;
    this.#tail = new Promise<void>((resolve) => (done = resolve));
    try {
      await before;
      task.signal.throwIfAborted();
      return await work(await this.#running(task));
    } catch (error) {
      const trap = trapIn(error);
      if (trap === null) throw error;
      // Nothing of it can be used or closed any more; the next call starts a new one.
      this.#engine = null;
      this.#loaded = null;
      this.#result = null;
      throw new EngineEnded(trap);
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
