import type { Certificate } from '$lib/serbench/certificate';
import { FaultList, type Fault, type FaultKind } from '$lib/serbench/fault';
import { readItemRows } from '$lib/serbench/reading/items';
import { readLabels } from '$lib/serbench/reading/labels';
import { indexState, type IndexedState } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';
import { TABLES_VERSION } from '../tables/all';
import { certificateRows } from '../tables/certificate-rows';
import { privateTables } from '../tables/private-tables';
import { publicTables } from '../tables/public-tables';
import { stateRows, UnitNumbers } from '../tables/state-rows';
import { BatchSender } from './batch-port';
import { inflatedSource } from './inflate-port';
import { Keeper } from './keeper';
import { keptText } from './kept-text';
import type { PreparedContent, PreparedHead, StateSummary } from './prepared';
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

/** The faults that stopped a reading; all of them are counted. */
export interface Refused {
  ok: false;
  faults: Fault[];
  errors: number;
  warnings: number;
  /** All of them by kind. */
  kinds: FaultKind[];
}

/** What reading a split gave: its head, and its content when asked for; or the faults that stopped it. */
export type SplitRead =
  | {
      ok: true;
      head: PreparedHead;
      /** The first of them; `kinds` counts all. */
      warnings: Fault[];
      kinds: FaultKind[];
      /** To be called once. Waits until DuckDB has given the batches back; rejects with the signal's reason. */
      content(signal: AbortSignal): Promise<PreparedContent>;
    }
  | Refused;

const idsOf = ({ units }: IndexedState): string[] => units.map((unit) => unit.evidence_id);

/** The ends of other threads' work. */
export interface Ports {
  /** Takes batches as they are made, and gives them back; see `receiveTables`. */
  tables?: MessagePort | null;
  /** Brings the bytes of the items, inflated; see `sendInflated`. */
  inflated?: MessagePort | null;
}

const LINE_FEED = Uint8Array.of(10);
/** No table has this name. */
const TEXT = 'records as they are';

/**
 * Reads, validates and lays out a split: one pass over the items, one over the labels. A file with any error is refused
 * with all its faults; nothing is repaired. The other end of `tables` must be given up when the result is not ok. What is kept is held in memory up to a limit and made Blobs of in the end, when
 * the tables are full already.
 */
export async function prepareSplit(
  files: SplitFiles,
  task: Task,
  { tables: port = null, inflated = null }: Ports = {},
): Promise<SplitRead> {
  const faults = new FaultList();
  const keeper = new Keeper();
  const sender = port && new BatchSender(port, ({ table, bytes }) => keeper.add(table, bytes));
  const tables = new TableCollector([...publicTables, ...privateTables], (batch) =>
    sender ? sender.send(batch) : keeper.add(batch.table, batch.bytes),
  );
  const numbers = new UnitNumbers();
  const summaries: StateSummary[] = [];
  const index = new Map<string, IndexedState>();
  const items = inflated ? inflatedSource(inflated, task) : files.items;
  for await (const item of readItemRows(items, files.itemsName, faults, task)) {
    const { state } = item;
    stateRows(state, summaries.length, numbers, tables.add);
    const start = keeper.size(TEXT);
    keeper.add(TEXT, keptText(item));
    keeper.add(TEXT, LINE_FEED);
    summaries.push(summarise(state, summaries.length, start, keeper.size(TEXT)));
    index.set(state.state_id, indexState(state));
    await sender?.flow.room(task.signal);
    await task.checkpoint();
  }
  const certificates: Certificate[] = [];
  if (files.labels && faults.errors === 0) {
    const name = files.labelsName ?? 'labels';
    for await (const certificate of readLabels(files.labels, name, faults, task, { split: index })) {
      certificates.push(certificate);
      certificateRows(certificate, tables.add);
    }
  }
  if (faults.errors > 0) {
    const { kept, errors, warnings, kinds } = faults;
    return { ok: false, faults: kept, errors, warnings, kinds };
  }
  const shapes = tables.finish();
  sender?.end(shapes.map(({ name, rows }) => [name, rows]));
  const head: PreparedHead = {
    splitKey: files.splitKey,
    version: TABLES_VERSION,
    itemsSha256: files.itemsSha256,
    labelled: files.labels !== null,
    summaries,
    pools: new TextEncoder().encode(JSON.stringify(Array.from(index.values(), idsOf))),
    certificates,
  };
  const content = async (signal: AbortSignal): Promise<PreparedContent> => {
    await sender?.drained(signal);
    return {
      text: keeper.take(TEXT),
      tables: shapes.map((shape) => ({ ...shape, content: keeper.take(shape.name) })),
    };
  };
  return { ok: true, head, warnings: faults.kept, kinds: faults.kinds, content };
}
