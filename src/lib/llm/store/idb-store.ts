import type { BatchStore } from '$lib/complement/batch/run-batch';
import { batchSchema, outcomeSchema, type Batch, type Outcome } from '$lib/complement/batch/record';
import { callSchema, type Attempt, type Call } from '$lib/complement/trace';
import type { Db } from '$lib/data/db';
import { storageFailed } from '$lib/data/storage-error';

/** Calls that belong to no batch: the step-by-step page. */
export const SINGLE = 'single';

const outcomeKey = (run: string, stateId: string) => `${run}/state-id/${stateId}`;
/** Outcomes were once kept by their place in the split: `<run>/state/000003`. */
const placeKeys = (run: string) => IDBKeyRange.bound(`${run}/state/`, `${run}/state/\uffff`);
const failedKey = (run: string, key: string) => `${run}/failed/${key}`;
const partialKey = (run: string, key: string) => `${run}/partial/${key}`;
const besideKey = (run: string, key: string) => `${run}/call/${key}`;
const begunKey = (key: string) => `${key}/begun`;

async function guarded<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw storageFailed(error);
  }
}

/** The stores `calls` and `batches` of the site's database, as a run sees them. Rejects with StorageFailed. */
export class IdbStore implements BatchStore {
  constructor(
    readonly db: () => Promise<Db>,
    readonly runKey: string,
    /** The ISO time to write; handed in, so that tests can hold it. */
    readonly now: () => string,
  ) {}

  find = (key: string): Promise<Call | null> =>
    guarded(async () => {
      const db = await this.db();
      const record = (await db.get('calls', besideKey(this.runKey, key))) ?? (await db.get('calls', key));
      return record ? callSchema.parse(record.call) : null;
    });

  begin = (key: string): Promise<Attempt[]> =>
    guarded(async () => {
      const note = { key: begunKey(key), runKey: `${this.runKey}/begun`, call: { begunAt: this.now() } };
      const tx = (await this.db()).transaction('calls', 'readwrite');
      const known = await tx.store.get(partialKey(this.runKey, key));
      await tx.store.put(note);
      await tx.done;
      return known ? callSchema.parse(known.call).attempts : [];
    });

  attempted = (call: Call): Promise<void> =>
    guarded(async () => {
      const tx = (await this.db()).transaction('calls', 'readwrite', { durability: 'strict' });
      const key = partialKey(this.runKey, call.key);
      await tx.store.put({ key, runKey: `${this.runKey}/partial`, call });
      await tx.done;
    });

  store = (call: Call): Promise<void> =>
    guarded(async () => {
      const tx = (await this.db()).transaction('calls', 'readwrite', { durability: 'strict' });
      const known = await tx.store.get(call.key);
      // A call made again step by step must not replace the one that a batch's rows came from.
      const mine = this.runKey !== SINGLE || known === undefined || known.runKey === SINGLE;
      if (mine) await tx.store.put({ key: call.key, runKey: this.runKey, call });
      await tx.store.delete(partialKey(this.runKey, call.key));
      await tx.store.delete(begunKey(call.key));
      await tx.done;
    });

  fail = (key: string, call: Call | null): Promise<void> =>
    guarded(async () => {
      const tx = (await this.db()).transaction('calls', 'readwrite', { durability: 'strict' });
      if (call) {
        const at = failedKey(this.runKey, key);
        const known = await tx.store.get(at);
        const attempts = known ? callSchema.parse(known.call).attempts : [];
        const all = { ...call, attempts: [...attempts, ...call.attempts] };
        await tx.store.put({ key: at, runKey: `${this.runKey}/failed`, call: all });
        await tx.store.delete(partialKey(this.runKey, key));
      }
      await tx.store.delete(begunKey(key));
      await tx.done;
    });

  /**
   * Takes a call of an imported run in: found like any other, and not counted as paid here. A stored call is never
   * replaced. `beside`: only this run finds it.
   */
  storeImported = (call: Call, beside: boolean): Promise<void> =>
    guarded(async () => {
      const tx = (await this.db()).transaction('calls', 'readwrite', { durability: 'strict' });
      const key = beside ? besideKey(this.runKey, call.key) : call.key;
      if ((await tx.store.get(key)) === undefined)
        await tx.store.put({ key, runKey: `${this.runKey}/imported`, call });
      await tx.done;
    });

  /** One call at a time: a run's calls are many and large. */
  eachCall = (visit: (call: Call) => void): Promise<void> =>
    guarded(async () => {
      const tx = (await this.db()).transaction('calls');
      for (const run of [this.runKey, `${this.runKey}/failed`, `${this.runKey}/partial`])
        for await (const cursor of tx.store.index('by-run').iterate(run))
          visit(callSchema.parse(cursor.value.call));
      await tx.done;
    });

  outcome = (stateId: string): Promise<Outcome | null> =>
    guarded(async () => {
      await this.#byId();
      const record = await (await this.db()).get('calls', outcomeKey(this.runKey, stateId));
      return record ? outcomeSchema.parse(record.call) : null;
    });

  putOutcome = (outcome: Outcome): Promise<void> =>
    guarded(async () => {
      await this.#byId();
      const key = outcomeKey(this.runKey, outcome.state_id);
      await (await this.db()).put('calls', { key, runKey: `${this.runKey}/states`, call: outcome });
    });

  #moved: Promise<void> | null = null;

  /** Puts outcomes of before under their states' ids, once; one that is there already is the later one. */
  #byId(): Promise<void> {
    this.#moved ??= this.#move().catch((error: unknown) => {
      this.#moved = null;
      throw error;
    });
    return this.#moved;
  }

  async #move(): Promise<void> {
    const tx = (await this.db()).transaction('calls', 'readwrite', { durability: 'strict' });
    for (const record of await tx.store.getAll(placeKeys(this.runKey))) {
      const key = outcomeKey(this.runKey, outcomeSchema.parse(record.call).state_id);
      if ((await tx.store.getKey(key)) === undefined) await tx.store.put({ ...record, key });
      await tx.store.delete(record.key);
    }
    await tx.done;
  }

  /** All outcomes, by place in the split. */
  outcomes = (): Promise<Outcome[]> =>
    guarded(async () => {
      await this.#byId();
      const records = await (await this.db()).getAllFromIndex('calls', 'by-run', `${this.runKey}/states`);
      return records.map((record) => outcomeSchema.parse(record.call)).sort((a, b) => a.index - b.index);
    });

  /** Calls that began and never ended, for example because the tab was closed: the provider may bill them. */
  unfinished = (): Promise<number> =>
    guarded(async () => (await this.db()).countFromIndex('calls', 'by-run', `${this.runKey}/begun`));

  clearUnfinished = (): Promise<void> =>
    guarded(async () => {
      const tx = (await this.db()).transaction('calls', 'readwrite');
      for (const key of await tx.store.index('by-run').getAllKeys(`${this.runKey}/begun`))
        await tx.store.delete(key);
      await tx.done;
    });
}

/** The batches, the newest first. A record that no longer reads is left out. */
export const listBatches = (db: () => Promise<Db>): Promise<Batch[]> =>
  guarded(async () => {
    const records = await (await db()).getAll('batches');
    return records
      .flatMap((record) => {
        const read = batchSchema.safeParse(record.batch);
        return read.success ? [read.data] : [];
      })
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  });

export const getBatch = (db: () => Promise<Db>, key: string): Promise<Batch | null> =>
  guarded(async () => {
    const record = await (await db()).get('batches', key);
    const read = batchSchema.safeParse(record?.batch);
    return read.success ? read.data : null;
  });

export const putBatch = (db: () => Promise<Db>, batch: Batch): Promise<void> =>
  guarded(async () => void (await (await db()).put('batches', { key: batch.key, batch })));

/** Deletes a batch with its outcomes and calls. */
export const deleteBatch = (db: () => Promise<Db>, key: string): Promise<void> =>
  guarded(async () => {
    const tx = (await db()).transaction(['calls', 'batches'], 'readwrite');
    const calls = tx.objectStore('calls');
    for (const run of [
      key,
      `${key}/states`,
      `${key}/begun`,
      `${key}/failed`,
      `${key}/partial`,
      `${key}/imported`,
    ])
      for (const call of await calls.index('by-run').getAllKeys(run)) await calls.delete(call);
    await tx.objectStore('batches').delete(key);
    await tx.done;
  });
