import { openDatabase } from '$lib/data/db';
import { deleteBatch, IdbStore } from '$lib/llm/store/idb-store';
import { observeKill, observeOperations, wholePredictions } from '../../support/store-contract';

/** Bundled by the spec and run in a page: the stores' contract over the real IndexedDB. Other sessions are new stores. */

const now = () => '2026-01-01T00:00:00.000Z';
const session = (run: string) => () => Promise.resolve(new IdbStore(openDatabase, run, now));

async function inRun<Seen>(run: string, look: () => Promise<Seen>): Promise<Seen> {
  try {
    return await look();
  } finally {
    await deleteBatch(openDatabase, run);
  }
}

export const operations = () => inRun('operations', () => observeOperations(session('operations')));
export const whole = () => inRun('whole', async () => wholePredictions(await session('whole')()));
export const kill = (k: number) => inRun(`kill-${k}`, () => observeKill(session(`kill-${k}`), k));
/** Records that are left once every run is deleted. */
export const left = async () => (await openDatabase()).count('calls');
