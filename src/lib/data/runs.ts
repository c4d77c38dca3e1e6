import { openDatabase } from './db';
import type { RunRecord } from './schema';

/** The runs over one split, oldest first. */
export async function listRuns(splitKey: string): Promise<RunRecord[]> {
  const runs = await (await openDatabase()).getAllFromIndex('runs', 'by-split', splitKey);
  return runs.sort((a, b) => (a.addedAt < b.addedAt ? -1 : a.addedAt > b.addedAt ? 1 : 0));
}

export async function putRun(record: RunRecord): Promise<void> {
  await (await openDatabase()).put('runs', record);
}

export async function deleteRun(key: string): Promise<void> {
  await (await openDatabase()).delete('runs', key);
}
