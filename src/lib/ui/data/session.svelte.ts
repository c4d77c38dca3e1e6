import { duckdb } from '$lib/data/client/duckdb-client';
import { ingest, prepare, type PrepareResult } from '$lib/data/client/ingest';
import type { Prepared } from '$lib/data/ingest/prepared';
import { fits, getPrepared, putPrepared } from '$lib/data/kept-prepared';
import type { SplitRecord } from '$lib/data/schema';
import type { Fault, FaultKind } from '$lib/serbench/fault';
import { Job } from '$lib/ui/kit/job.svelte';
import { workspace } from '$lib/ui/workspace.svelte';
import type { CallOptions } from '$lib/worker/live';

/** Why a split could not be used: the faults of its files, all of them counted. */
export interface Refusal {
  faults: Fault[];
  errors: number;
  kinds: FaultKind[];
  /** Whether the files were sound when they were added, in an earlier visit or by an older version of the site. */
  kept?: boolean;
}

/** Reads and checks a split's files in the worker; with `tables`, DuckDB's are filled meanwhile. */
export function prepareFiles(
  split: SplitRecord,
  options: CallOptions,
  tables = duckdb.running,
): Promise<PrepareResult> {
  const { key, items, itemsName, itemsSha256, labels, labelsName } = split;
  const files = { splitKey: key, items, itemsName, itemsSha256, labels, labelsName };
  return tables ? ingest(files, options) : prepare(files, options);
}

/** A split that was read just now. */
type Read = Pick<PrepareResult & { ok: true }, 'prepared' | 'tables'>;

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The split that data pages work on, made ready: read once, kept, and opened again without parsing. */
class DataSession {
  prepared: Prepared | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** What is amiss with the kept file although it can be read. */
  damage: string | null = $state(null);
  /** Why the prepared form was not kept; the work goes on without. */
  keepProblem: string | null = $state(null);
  /** Whether the prepared form is on its way to the browser's storage: a visit that ends now reads the files again. */
  keeping = $state(false);
  /** Why DuckDB could not be filled while the files were read; the next query fills it anew, or fails. */
  tablesProblem: string | null = $state(null);
  readonly job = new Job();
  #opening: { split: SplitRecord; done: Promise<void> } | null = null;

  /**
   * Makes a split ready; a second call for the same one waits for the first. With `tables`, or when DuckDB runs
   * already, its tables are filled while the files are read.
   */
  open(split: SplitRecord, tables = false): Promise<void> {
    if (this.prepared && this.prepared.splitKey === split.key && fits(this.prepared, split)) {
      return Promise.resolve();
    }
    if (this.#opening?.split === split) return this.#opening.done;
    const done = this.#open(split, tables || duckdb.running).finally(() => {
      if (this.#opening?.split === split) this.#opening = null;
    });
    this.#opening = { split, done };
    return done;
  }

  /** Takes a split that was read elsewhere on the page, and keeps it. */
  async adopt(read: Read): Promise<void> {
    this.job.cancel();
    this.refusal = null;
    this.damage = null;
    await this.#take(read);
  }

  /** Forgets what is in memory. */
  close(): void {
    this.job.cancel();
    this.prepared = null;
    this.refusal = null;
    this.keeping = false;
    this.tablesProblem = null;
  }

  async #open(split: SplitRecord, tables: boolean): Promise<void> {
    this.prepared = null;
    this.refusal = null;
    this.damage = null;
    this.keepProblem = null;
    this.tablesProblem = null;
    this.keeping = false;
    const kept = await getPrepared(split).catch((error: unknown) => {
      this.keepProblem = words(error);
      return null;
    });
    if (kept) {
      this.prepared = kept;
      return;
    }
    // The files are gone: there is nothing to read, and the page says so above.
    if ((await workspace.check(split)).length > 0) return;
    const result = await this.job.run((options) => prepareFiles(split, options, tables));
    if (!result) return;
    if (!result.ok) {
      this.refusal = { faults: result.faults, errors: result.errors, kinds: result.kinds, kept: true };
      return;
    }
    const found = result.prepared.summaries.length;
    if (split.states > 0 && found !== split.states) {
      this.damage = `${split.label} had ${split.states} states when it was added, and its file now gives ${found}: the browser has damaged what it kept. Load it again on the Data page.`;
    }
    await this.#take(result);
  }

  /** The split can be used at once; it is kept, and DuckDB's last rows are counted, meanwhile. */
  async #take({ prepared, tables }: Read): Promise<void> {
    this.prepared = prepared;
    this.keepProblem = null;
    this.tablesProblem = null;
    this.keeping = true;
    const current = () => this.prepared === prepared;
    void tables.then((problem) => {
      if (current()) this.tablesProblem = problem;
    });
    await putPrepared(prepared).catch((error: unknown) => {
      if (current()) this.keepProblem = words(error);
    });
    if (current()) this.keeping = false;
  }
}

export const dataSession = new DataSession();
