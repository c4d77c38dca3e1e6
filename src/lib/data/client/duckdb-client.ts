import type { CallOptions } from '$lib/worker/live';
import { supervise } from '$lib/worker/supervise';
import type { Certificate } from '$lib/serbench/certificate';
import type { DuckDbApi } from '../duckdb/service';
import type { Prepared, PreparedHead } from '../ingest/prepared';
import type { RunRecord } from '../schema';

/** DuckDB holds a whole split in memory: it stays a while, then gives it back. */
const IDLE_MS = 5 * 60_000;

const worker = supervise<DuckDbApi>(
  () => new Worker(new URL('$workers/duckdb.worker.ts', import.meta.url), { type: 'module', name: 'duckdb' }),
  { name: 'duckdb', idleMs: IDLE_MS },
);

let runsIn: string | null = null;
let receiving: Promise<void> | null = null;

type SplitId = Pick<PreparedHead, 'splitKey' | 'itemsSha256' | 'labelled'>;

const keyOf = (split: SplitId) => `${split.splitKey} ${split.itemsSha256} ${split.labelled}`;

/**
 * DuckDB with a split's tables in it. The worker may have been released, cancelled hard, or have crashed meanwhile:
 * every call first makes sure that the split is there.
 */
export const duckdb = {
  call: worker.call.bind(worker),
  release: () => worker.release(),
  get running() {
    return worker.running;
  },

  /**
   * Starts DuckDB and fills the tables through a port while the file is read; resolves once all rows are counted. It
   * must be aborted when the reading fails. After a failure `ensure` fills the tables from the kept batches.
   */
  receive(split: SplitId, port: MessagePort, signal: AbortSignal): Promise<void> {
    runsIn = null;
    const call = worker.call('receive', [keyOf(split), port], { signal, transfer: [port] });
    receiving = call.catch(() => undefined);
    return call;
  },

  /** Starts DuckDB and fills the tables, unless they are there already. */
  async ensure(prepared: Prepared, options: CallOptions = {}): Promise<void> {
    await receiving;
    const key = keyOf(prepared);
    if (worker.running && (await worker.call('loaded', [], options)) === key) return;
    runsIn = null;
    // The engine starts while the content comes; a failure shows below.
    worker.call('open', [], options).catch(() => undefined);
    const { tables } = await prepared.content;
    await worker.call('load', [key, tables], options);
  },

  /** Fills `predictions` and `scores` from the runs at hand, unless they are in. */
  async ensureRuns(
    runs: readonly RunRecord[],
    certificates: readonly Certificate[],
    options: CallOptions = {},
  ): Promise<void> {
    const key = `${worker.starts} ${JSON.stringify(runs.map(({ key, label }) => [key, label]))}`;
    if (runsIn === key) return;
    await worker.call(
      'loadRuns',
      [runs.map(({ label, rows }) => ({ run: label, rows })), [...certificates]],
      options,
    );
    runsIn = key;
  },

  /** Throws the tables away, with whatever a user's SQL did to them; the next `ensure` fills them anew. */
  reset(): void {
    worker.release();
    runsIn = null;
  },
};
