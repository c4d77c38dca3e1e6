import { announce } from './changes';
import { openDatabase } from './db';
import type { RunRecord } from './schema';
import { storageFailed } from './storage-error';

const byMethod = (a: RunRecord, b: RunRecord) =>
  a.method < b.method ? -1 : a.method > b.method ? 1 : a.key < b.key ? -1 : 1;

/** The runs over one split, by method name. Rejects with StorageFailed. */
export async function listRuns(splitKey: string): Promise<RunRecord[]> {
  try {
    const db = await openDatabase();
    return (await db.getAllFromIndex('runs', 'by-split', splitKey)).sort(byMethod);
  } catch (error) {
    throw storageFailed(error);
  }
}

export async function getRun(key: string): Promise<RunRecord | null> {
  try {
    const db = await openDatabase();
    return (await db.get('runs', key)) ?? null;
  } catch (error) {
    throw storageFailed(error);
  }
}

export async function putRun(record: RunRecord): Promise<void> {
  try {
    const db = await openDatabase();
    await db.put('runs', record);
  } catch (error) {
    throw storageFailed(error);
  }
  announce('runs');
}

export async function deleteRun(key: string): Promise<void> {
  try {
    const db = await openDatabase();
    await db.delete('runs', key);
  } catch (error) {
    throw storageFailed(error);
  }
  announce('runs');
}
