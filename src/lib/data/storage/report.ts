import { compareCodePoints } from '$lib/serbench/code-point';
import { announce } from '../changes';
import { completeRuns } from '../run-identity';
import { openDatabase } from '../db';
import { preparedBytes } from '../ingest/prepared';
import { storageFailed } from '../storage-error';
import { lostParts, type Part } from './lost';
import { sizeOf } from './size-of';

/** A kept split and what hangs on it. Sizes in bytes. */
export interface KeptSplit {
  key: string;
  label: string;
  kind: string;
  states: number;
  files: number;
  prepared: number;
  runs: number;
  /** The files that the browser no longer has. */
  lost: Part[];
  addedAt: string;
}

/** A kept run; its split may be gone. */
export interface KeptRun {
  key: string;
  label: string;
  origin: string;
  /** The split's label, or null when no such split is kept. */
  split: string | null;
  rows: number;
  failed: number;
  addedAt: string;
}

/** Stores that can be emptied one by one, with the number of records in each. */
export const CLEARABLE = [
  'prepared',
  'pieces',
  'vectors',
  'tokens',
  'calls',
  'batches',
  'secrets',
  'settings',
] as const;
export type Clearable = (typeof CLEARABLE)[number];

export interface StorageReport {
  splits: KeptSplit[];
  /** By split, then label. */
  runs: KeptRun[];
  counts: Record<Clearable, number>;
  /** What the browser says that this site uses and may use; null where it does not say. */
  usage: number | null;
  quota: number | null;
  /** Whether the browser promised not to evict. */
  persisted: boolean;
}

/** Everything that this site keeps in this browser. Rejects with StorageFailed. */
export async function reportStorage(): Promise<StorageReport> {
  try {
    const db = await openDatabase();
    const splits: KeptSplit[] = [];
    for (const split of await db.getAll('splits')) {
      const prepared = await db.get('prepared', split.key);
      splits.push({
        key: split.key,
        label: split.label,
        kind: split.kind,
        states: split.states,
        files: split.items.size + (split.labels?.size ?? 0),
        prepared: prepared ? preparedBytes(prepared) : 0,
        runs: await db.countFromIndex('runs', 'by-split', split.key),
        lost: await lostParts(split),
        addedAt: split.addedAt,
      });
    }
    const stored = Map.groupBy(await db.getAll('runs'), ({ splitKey }) => splitKey);
    const runs = [...stored.values()].flatMap(completeRuns).map((run): KeptRun => ({
      key: run.key,
      label: run.label,
      origin: run.origin,
      split: splits.find(({ key }) => key === run.splitKey)?.label ?? null,
      rows: run.rows.length,
      failed: run.failed.length,
      addedAt: run.addedAt,
    }));
    runs.sort(
      (a, b) => compareCodePoints(a.split ?? '', b.split ?? '') || compareCodePoints(a.label, b.label),
    );
    const counts = {} as Record<Clearable, number>;
    for (const store of CLEARABLE) counts[store] = await db.count(store);
    const estimate = await navigator.storage?.estimate?.();
    const persisted = (await navigator.storage?.persisted?.()) ?? false;
    return {
      splits,
      runs,
      counts,
      usage: estimate?.usage ?? null,
      quota: estimate?.quota ?? null,
      persisted,
    };
  } catch (error) {
    throw storageFailed(error);
  }
}

/** About how many bytes each store holds, read record by record so that memory stays small. */
export async function measureStores(): Promise<Record<Clearable, number>> {
  try {
    const db = await openDatabase();
    const sizes = {} as Record<Clearable, number>;
    for (const store of CLEARABLE) {
      sizes[store] = 0;
      if (store === 'pieces') {
        for (const [, from, to] of await db.getAllKeys('pieces')) sizes.pieces += to - from;
      } else if (store === 'tokens') {
        for (const key of await db.getAllKeys('tokens')) sizes.tokens += sizeOf(key) + sizeOf(0);
      } else {
        let cursor = await db.transaction(store).store.openCursor();
        for (; cursor; cursor = await cursor.continue()) sizes[store] += sizeOf(cursor.value);
      }
    }
    return sizes;
  } catch (error) {
    throw storageFailed(error);
  }
}

/** Empties one store. */
export async function clearStore(store: Clearable): Promise<void> {
  try {
    const db = await openDatabase();
    await db.clear(store);
  } catch (error) {
    throw storageFailed(error);
  }
  if (store === 'settings') announce('settings');
}
