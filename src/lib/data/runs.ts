import { announce } from './changes';
import { openDatabase } from './db';
import { completeRuns } from './run-identity';
import type { RunRecord } from './schema';
import { storageFailed } from './storage-error';

/** The runs over one split, by method name, then oldest first; each has a label of its own. Rejects with StorageFailed. */
export async function listRuns(splitKey: string): Promise<RunRecord[]> {
  try {
    const db = await openDatabase();
    return completeRuns(await db.getAllFromIndex('runs', 'by-split', splitKey));
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
