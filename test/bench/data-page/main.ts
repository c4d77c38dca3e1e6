import { dataWorker } from '$lib/data/client/data-worker';
import { duckdb } from '$lib/data/client/duckdb-client';
import { ingest } from '$lib/data/client/ingest';
import type { Prepared } from '$lib/data/ingest/prepared';
import { getPrepared, putPrepared } from '$lib/data/kept-prepared';
import { readPreparedState } from '$lib/data/explore/read-state';
import type { SplitRecord } from '$lib/data/schema';
import { bareRead } from '../bare';

const split = (items: Blob, labels: Blob): SplitRecord => ({
  key: 'bench',
  label: 'bench',
  kind: 'file',
  items,
  itemsName: 'items',
  labels,
  labelsName: 'labels',
  itemsSha256: '0',
  states: 500,
  addedAt: '',
});

/** From the first byte until the list is there and every row of every table is counted; keeping comes after. */
async function read(record: SplitRecord): Promise<Prepared> {
  const { key, items, itemsName, itemsSha256, labels, labelsName } = record;
  const files = { splitKey: key, items, itemsName, itemsSha256, labels, labelsName };
  const result = await ingest(files, {});
  if (!result.ok) throw new Error(JSON.stringify(result.faults[0]));
  const problem = await result.tables;
  if (problem !== null) throw new Error(problem);
  return result.prepared;
}

const blob = async (path: string) => (await fetch(path)).blob();
const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const start = performance.now();
  const value = await work();
  return [value, performance.now() - start];
};

/** The longest task of the page's own thread while `work` runs, in milliseconds; 0 when none reached 50. */
async function watched<T>(work: () => Promise<T>): Promise<[T, number]> {
  let longest = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['longtask'] });
  const value = await work();
  note(observer.takeRecords());
  observer.disconnect();
  return [value, longest];
}

const release = async () => split(await blob('/items.gz'), await blob('/labels.gz'));

const bench = {
  async bare() {
    const { ms } = await bareRead(await blob('/items.gz'));
    return ms;
  },
  async first() {
    const record = await release();
    const [, startMs] = await timed(() => duckdb.call('open', []));
    // One warm call: a worker that was never started is not what is measured.
    const none = { states: [], pools: new TextEncoder().encode('[]'), certificates: [] };
    await dataWorker.call('bounds', [none]);
    const [times, longest] = await watched(async () => {
      const [prepared, ingestMs] = await timed(() => read(record));
      const [, keepMs] = await timed(() => putPrepared(prepared));
      return { ingestMs, keepMs };
    });
    const counted = await duckdb.call('rows', ['SELECT count(*) FROM pool']);
    return { startMs, ...times, longest, pool: Number(counted[0]?.[0]) };
  },
  /** A first load with the engine's start inside it. */
  async cold() {
    const record = await release();
    const [, coldMs] = await timed(() => read(record));
    return coldMs;
  },
  /** As a reload does it: the kept form, the list and one state; then DuckDB from it. */
  async second() {
    const record = split(await blob('/items.gz'), new Blob());
    const [prepared, openMs] = await timed(() => getPrepared(record));
    if (!prepared) throw new Error('Nothing was kept.');
    const [, stateMs] = await timed(() => readPreparedState(prepared, 250));
    const [, duckdbMs] = await timed(() => duckdb.ensure(prepared));
    // The same once more in the engine that runs already.
    const again = { ...prepared, itemsSha256: 'other' };
    const [, fillMs] = await timed(() => duckdb.ensure(again));
    return { openMs, stateMs, duckdbMs, fillMs };
  },
  /** Loads and drops once. */
  async round() {
    const prepared = await read(await release());
    await prepared.content;
    duckdb.reset();
    dataWorker.release();
  },
};
export type DataBench = typeof bench;
Object.assign(window, { bench });
