import { announce } from './changes';
import { openDatabase } from './db';
import type { SplitRecord } from './schema';
import { storageFailed } from './storage-error';

/** What a list needs; the blobs stay in the database until `getSplit`. */
export type SplitSummary = Omit<SplitRecord, 'items' | 'labels'> & {
  itemsBytes: number;
  labelsBytes: number;
};

const byLabel = (a: SplitSummary, b: SplitSummary) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);

/** All kept splits, by label. Rejects with StorageFailed. */
export async function listSplits(): Promise<SplitSummary[]> {
  try {
    const db = await openDatabase();
    const records = await db.getAll('splits');
    return records
      .map(({ items, labels, ...rest }) => ({
        ...rest,
        itemsBytes: items.size,
        labelsBytes: labels?.size ?? 0,
      }))
      .sort(byLabel);
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

/** Deletes a split together with the runs over it. */
export async function deleteSplit(key: string): Promise<void> {
  try {
    const db = await openDatabase();
    const tx = db.transaction(['splits', 'runs'], 'readwrite');
    await tx.objectStore('splits').delete(key);
    const runs = tx.objectStore('runs');
    for (const run of await runs.index('by-split').getAllKeys(key)) await runs.delete(run);
    await tx.done;
  } catch (error) {
    throw storageFailed(error);
  }
  announce('splits');
  announce('runs');
}
