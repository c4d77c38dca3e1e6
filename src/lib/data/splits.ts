import { openDatabase } from './db';
import type { SplitRecord } from './schema';

/** All kept splits, in the order of their keys. Blobs are handles: listing reads no bytes. */
export const listSplits = async (): Promise<SplitRecord[]> => (await openDatabase()).getAll('splits');

export const getSplit = async (key: string): Promise<SplitRecord | undefined> =>
  (await openDatabase()).get('splits', key);

export async function putSplit(record: SplitRecord): Promise<void> {
  await (await openDatabase()).put('splits', record);
}

/** Deletes a split with its runs, in one transaction. */
export async function deleteSplit(key: string): Promise<void> {
  const transaction = (await openDatabase()).transaction(['splits', 'runs'], 'readwrite');
  await transaction.objectStore('splits').delete(key);
  const runs = transaction.objectStore('runs');
  for (const run of await runs.index('by-split').getAllKeys(key)) await runs.delete(run);
  await transaction.done;
}
