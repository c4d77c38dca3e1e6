import type { Certificate } from '$lib/serbench/certificate';
import { FaultList, type Fault } from '$lib/serbench/fault';
import { readItemRows } from '$lib/serbench/reading/items';
import { readLabels } from '$lib/serbench/reading/labels';
import { indexState, type IndexedState } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';
import { TABLES_VERSION } from '../tables/all';
import { certificateRows } from '../tables/certificate-rows';
import { privateTables } from '../tables/private-tables';
import { publicTables } from '../tables/public-tables';
import { stateRows, UnitNumbers } from '../tables/state-rows';
import { sendBatch, sendEnd } from './batch-port';
import { BlobCollector } from './blob-collector';
import { keptText } from './kept-text';
import type { Prepared, StateSummary } from './prepared';
import { summarise } from './summarise';
import { TableCollector } from './table-collector';

export interface SplitFiles {
  splitKey: string;
  items: Blob;
  itemsName: string;
  itemsSha256: string;
  labels: Blob | null;
  labelsName: string | null;
}

/** What reading a split gave: everything, or the faults that stopped it. */
export type PrepareResult =
  | { ok: true; prepared: Prepared; warnings: Fault[] }
  | { ok: false; faults: Fault[]; errors: number; warnings: number };

const LINE_FEED = Uint8Array.of(10);

/**
 * Reads, validates and lays out a split: one pass over the items, one over the labels, memory bounded by a few
 * batches. A file with any error is refused with all its faults; nothing is repaired. Batches go to `port` as they are
 * made; its other end must be given up when the result is not ok.
 */
export async function prepareSplit(
  files: SplitFiles,
  task: Task,
  port: MessagePort | null = null,
): Promise<PrepareResult> {
  const faults = new FaultList();
  const tables = new TableCollector(
    [...publicTables, ...privateTables],
    port && ((batch) => sendBatch(port, batch)),
  );
  const text = new BlobCollector();
  const numbers = new UnitNumbers();
  const summaries: StateSummary[] = [];
  const index = new Map<string, IndexedState>();
  for await (const item of readItemRows(files.items, files.itemsName, faults, task)) {
    const { state } = item;
    stateRows(state, summaries.length, numbers, tables.add);
    const start = text.size;
    text.add(keptText(item));
    text.add(LINE_FEED);
    summaries.push(summarise(state, summaries.length, start, text.size));
    index.set(state.state_id, indexState(state));
    await task.checkpoint();
  }
  const certificates: Certificate[] = [];
  if (files.labels && faults.errors === 0) {
    const context = { split: index };
    for await (const certificate of readLabels(
      files.labels,
      files.labelsName ?? 'labels',
      faults,
      task,
      context,
    )) {
      certificates.push(certificate);
      certificateRows(certificate, tables.add);
    }
  }
  if (faults.errors > 0) {
    return { ok: false, faults: faults.kept, errors: faults.errors, warnings: faults.warnings };
  }
  const prepared: Prepared = {
    splitKey: files.splitKey,
    version: TABLES_VERSION,
    itemsSha256: files.itemsSha256,
    labelled: files.labels !== null,
    summaries,
    text: text.take(),
    pools: [...index.values()].map((state) => state.units.map((unit) => unit.evidence_id)),
    certificates,
    tables: tables.take(),
  };
  if (port)
    sendEnd(
      port,
      prepared.tables.map(({ name, rows }) => [name, rows]),
    );
  return { ok: true, prepared, warnings: faults.kept };
}
