import { announce } from './changes';
import { openDatabase } from './db';
import type { SplitRecord } from './schema';
import { storageFailed } from './storage-error';

const byLabel = (a: SplitRecord, b: SplitRecord) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);

/** All kept splits, by label; their blobs are handles, read when asked. Rejects with StorageFailed. */
export async function listSplits(): Promise<SplitRecord[]> {
  try {
    const db = await openDatabase();
    return (await db.getAll('splits')).sort(byLabel);
  } catch (error) {
    throw storageFailed(error);
  }
}

export async function getSplit(key: string): Promise<SplitRecord | null> {
  try {
    const db = await openDatabase();
    return (await db.get('splits', key)) ?? null;
  } catch (error) {
    throw storageFailed(error);
  }
}

/** Writes the whole record or nothing: one transaction. */
export async function putSplit(record: SplitRecord): Promise<void> {
  try {
    const db = await openDatabase();
    await db.put('splits', record);
  } catch (error) {
    throw storageFailed(error);
  }
  announce('splits');
}

/** Deletes a split together with its prepared form and the runs over it. */
export async function deleteSplit(key: string): Promise<void> {
  try {
    const db = await openDatabase();
    const tx = db.transaction(['splits', 'prepared', 'runs'], 'readwrite');
    await tx.objectStore('splits').delete(key);
    await tx.objectStore('prepared').delete(key);
    const runs = tx.objectStore('runs');
    for (const run of await runs.index('by-split').getAllKeys(key)) await runs.delete(run);
    await tx.done;
  } catch (error) {
    throw storageFailed(error);
  }
  announce('splits');
  announce('runs');
}
