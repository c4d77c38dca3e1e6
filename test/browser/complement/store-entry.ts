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
/** Outcomes of before, kept by their place in the split, as a store of now gives them; and what is left of the old keys. */
export const places = () =>
  inRun('places', async () => {
    const made = await session('places-made')();
    await wholePredictions(made);
    const outcomes = await made.outcomes();
    await deleteBatch(openDatabase, 'places-made');
    const db = await openDatabase();
    for (const call of outcomes)
      await db.put('calls', {
        key: `places/state/${String(call.index).padStart(6, '0')}`,
        runKey: 'places/states',
        call,
      });
    const store = await session('places')();
    const [first, second] = outcomes;
    const found = await store.outcome(second?.state_id ?? '');
    await store.putOutcome({ ...first, reason: 'later' } as never);
    const again = await (await session('places')()).outcomes();
    const keys = await db.getAllKeysFromIndex('calls', 'by-run', 'places/states');
    return {
      found: JSON.stringify(found) === JSON.stringify(second),
      all: again.length === outcomes.length,
      later: again[0]?.reason,
      byPlace: keys.filter((key) => key.startsWith('places/state/')).length,
    };
  });
/** Records that are left once every run is deleted. */
export const left = async () => (await openDatabase()).count('calls');
