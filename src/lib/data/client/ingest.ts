import type { CallOptions } from '$lib/worker/live';
import type { Fault, FaultKind } from '$lib/serbench/fault';
import type { Prepared, PreparedContent } from '../ingest/prepared';
import type { Refused, SplitFiles } from '../ingest/prepare';
import type { HeadResult } from '../ingest/service';
import { dataWorker } from './data-worker';
import { duckdb } from './duckdb-client';
import { inflateBeside } from './inflate-worker';

/** What reading a split's files gave. */
export type PrepareResult =
  | {
      ok: true;
      prepared: Prepared;
      /** The first of them; `kinds` counts all. */
      warnings: Fault[];
      kinds: FaultKind[];
      /** Null once DuckDB's tables are full, or when none were asked for; else why they could not be filled. */
      tables: Promise<string | null>;
    }
  | Refused;

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A promise that nobody may be waiting for when it fails. */
function watched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** A controller that also aborts with `signal`. */
function following(signal: AbortSignal | undefined): AbortController {
  const controller = new AbortController();
  if (signal?.aborted) controller.abort(signal.reason);
  signal?.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });
  return controller;
}

/** Reads in the data worker; a large file is inflated beside it where there are cores for both. */
async function readHead(
  files: SplitFiles,
  options: CallOptions,
  tables: MessagePort | null,
): Promise<HeadResult> {
  const reading = following(options.signal);
  const inflating = following(options.signal);
  const beside = await inflateBeside(files.items, inflating.signal);
  let broken: unknown = null;
  beside?.done.catch((error: unknown) => {
    if (inflating.signal.aborted) return;
    broken = error;
    reading.abort();
  });
  const inflated = beside?.port ?? null;
  const transfer = [tables, inflated].filter((port) => port !== null);
  try {
    const call = { ...options, signal: reading.signal, transfer };
    return await dataWorker.call('prepare', [files, { tables, inflated }], call);
  } catch (error) {
    throw broken ?? error;
  } finally {
    inflating.abort();
  }
}

/** Reads and checks a split's files in the data worker. */
export async function prepare(files: SplitFiles, options: CallOptions): Promise<PrepareResult> {
  const result = await readHead(files, options, null);
  if (!result.ok) return result;
  const content = watched(dataWorker.call('content', [result.ticket]));
  return {
    ok: true,
    prepared: { ...result.head, content },
    warnings: result.warnings,
    kinds: result.kinds,
    tables: Promise.resolve(null),
  };
}

/**
 * As `prepare`, and fills DuckDB's tables in its own worker meanwhile: the batches go from one to the other and back,
 * never through the page. When DuckDB fails, the files are read once more without it, and `tables` says why; the
 * next `duckdb.ensure` fills the tables from what is kept then, or throws.
 */
export async function ingest(files: SplitFiles, options: CallOptions): Promise<PrepareResult> {
  const { port1, port2 } = new MessageChannel();
  const receiving = new AbortController();
  const reading = following(options.signal);
  const split = { ...files, labelled: files.labels !== null };
  let failure: string | null = null;
  const tables = duckdb.receive(split, port2, receiving.signal).then(
    () => null,
    (error: unknown) => {
      failure = words(error);
      // Batches that DuckDB had are lost with it.
      reading.abort();
      return failure;
    },
  );
  try {
    const result = await readHead(files, { ...options, signal: reading.signal }, port1);
    if (!result.ok) {
      receiving.abort();
      return result;
    }
    const content = watched(contentOf(result.ticket, reading.signal, files, () => failure !== null));
    return {
      ok: true,
      prepared: { ...result.head, content },
      warnings: result.warnings,
      kinds: result.kinds,
      tables,
    };
  } catch (error) {
    receiving.abort();
    if (failure === null || options.signal?.aborted) throw error;
    const again = await prepare(files, options);
    return again.ok ? { ...again, tables } : again;
  }
}

/** The content of a split that was read; made anew from the files when DuckDB failed with a part of it. */
async function contentOf(
  ticket: number,
  signal: AbortSignal,
  files: SplitFiles,
  failed: () => boolean,
): Promise<PreparedContent> {
  try {
    return await dataWorker.call('content', [ticket], { signal });
  } catch (error) {
    if (!failed()) throw error;
    const again = await prepare(files, {});
    if (!again.ok) throw error;
    return again.prepared.content;
  }
}
