import type { CallOptions } from '$lib/worker/live';
import type { PrepareResult, SplitFiles } from '../ingest/prepare';
import { dataWorker } from './data-worker';
import { duckdb } from './duckdb-client';

/**
 * Reads and checks a split's files in the data worker, and fills DuckDB's tables in its own worker meanwhile: the
 * batches go from one to the other, never through the page. `duckdb.ensure` waits for the last of them.
 */
export async function ingest(files: SplitFiles, options: CallOptions): Promise<PrepareResult> {
  const { port1, port2 } = new MessageChannel();
  const stop = new AbortController();
  duckdb.receive({ ...files, labelled: files.labels !== null }, port2, stop.signal);
  try {
    const result = await dataWorker.call('prepare', [files, port1], { ...options, transfer: [port1] });
    if (!result.ok) stop.abort();
    return result;
  } catch (error) {
    stop.abort();
    throw error;
  }
}
