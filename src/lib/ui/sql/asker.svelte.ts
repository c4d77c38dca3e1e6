import { duckdb } from '$lib/data/client/duckdb-client';
import type { Exported, ExportFormat } from '$lib/data/duckdb/export';
import type { QueryResult } from '$lib/data/duckdb/query';
import type { Prepared } from '$lib/data/ingest/prepared';
import type { CallOptions } from '$lib/worker/live';
import { Job } from '$lib/ui/kit/job.svelte';
import { workspace } from '$lib/ui/workspace.svelte';

/** Rows shown at first; each "show more" gives ten times as many. */
export const FIRST_ROWS = 1000;
/** The most rows that the page shows: beyond, a result is taken away as a file. */
export const MOST_ROWS = 100_000;

/** A result on the page: its first rows, drawn once and held by DuckDB until the next query. */
export interface Shown extends QueryResult {
  /** Counts the page's queries. */
  id: number;
  sql: string;
  milliseconds: number;
  /** DuckDB's own name of the result, in the worker that made it. */
  number: number;
}

const isGone = (error: unknown): boolean => error instanceof Error && error.name === 'ResultGone';

/** The user's queries over a split: run, more rows of the same result, the whole of it as a file. */
export class Asker {
  shown: Shown | null = $state.raw(null);
  readonly job = new Job();
  readonly exporting = new Job();
  #asked = 0;

  constructor(readonly prepared: Prepared) {}

  async run(sql: string): Promise<void> {
    this.exporting.cancel();
    const done = await this.job.run(async (options) => {
      await this.#ready(options);
      const start = performance.now();
      const result = await duckdb.call('query', [sql, FIRST_ROWS], options);
      return { ...result, sql, milliseconds: performance.now() - start };
    });
    if (!done) return;
    this.#asked += 1;
    this.shown = { ...done, id: this.#asked };
  }

  /** Shows ten times as many rows of the same result: those shown stay as they are. */
  async more(): Promise<void> {
    const shown = this.shown;
    if (!shown) return;
    const have = shown.rows.length;
    const next = await this.job.run((options) =>
      duckdb.call('rowsOf', [shown.number, have, Math.min(have * 10, MOST_ROWS)], options),
    );
    if (next && this.shown === shown)
      this.shown = { ...shown, rows: [...shown.rows, ...next.rows], more: next.more };
  }

  /** The whole result as a file; null when it failed or was cancelled. */
  take(format: ExportFormat): Promise<Exported | null> {
    const shown = this.shown;
    return this.exporting.run(async (options) => {
      if (!shown) throw new Error('Run a query first.');
      try {
        return await duckdb.call('exportResult', [shown.number, format], options);
      } catch (error) {
        // DuckDB rests after some minutes; what is wholly on the page needs it no more.
        if (!isGone(error) || shown.more) throw error;
        const { columns, rows } = shown;
        const file = await duckdb.call('print', [{ columns, rows }, format], options);
        return { file, rows: rows.length, cut: false };
      }
    });
  }

  /** Throws the tables away with whatever the user's SQL did to them; the next query finds them anew. */
  restore(): void {
    this.job.cancel();
    this.exporting.cancel();
    duckdb.reset();
    this.shown = null;
  }

  async #ready(options: CallOptions): Promise<void> {
    await duckdb.ensure(this.prepared, options);
    await duckdb.ensureRuns(workspace.runs, this.prepared.certificates, options);
  }
}
