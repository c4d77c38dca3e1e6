import { dataWorker } from '$lib/data/client/data-worker';
import { duckdb } from '$lib/data/client/duckdb-client';
import { ingest } from '$lib/data/client/ingest';
import type { Prepared } from '$lib/data/ingest/prepared';
import { getPrepared, putPrepared } from '$lib/data/kept-prepared';
import { readPreparedState } from '$lib/data/explore/read-state';
import type { SplitRecord } from '$lib/data/schema';

/** The least that any reader must do: inflate, split at line feeds, JSON.parse, keep. Milliseconds. */
async function bare(items: Blob): Promise<number> {
  const start = performance.now();
  const rows: unknown[] = [];
  let rest = '';
  const inflated = items.stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = inflated.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) rows.push(JSON.parse(part));
  }
  if (rows.length === 0) throw new Error('The bare reader found no rows.');
  return performance.now() - start;
}

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

async function prepare(record: SplitRecord): Promise<Prepared> {
  const { key, items, itemsName, itemsSha256, labels, labelsName } = record;
  const files = { splitKey: key, items, itemsName, itemsSha256, labels, labelsName };
  const result = await ingest(files, {});
  if (!result.ok) throw new Error(JSON.stringify(result.faults[0]));
  return result.prepared;
}

const blob = async (path: string) => (await fetch(path)).blob();
const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const start = performance.now();
  const value = await work();
  return [value, performance.now() - start];
};

const bench = {
  async first() {
    const items = await blob('/items.gz');
    const record = split(items, await blob('/labels.gz'));
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    const [, startMs] = await timed(() => duckdb.call('open', []));
    // One warm call: a worker that was never started is not what is measured.
    await dataWorker.call('bounds', [{ states: [], certificates: [] }]);
    const bareMs = await bare(items);
    observer.observe({ entryTypes: ['longtask'] });
    const [prepared, prepareMs] = await timed(() => prepare(record));
    const [, loadMs] = await timed(() => duckdb.ensure(prepared));
    const [, keepMs] = await timed(() => putPrepared(prepared));
    observer.disconnect();
    const counted = await duckdb.call('rows', ['SELECT count(*) FROM pool']);
    // Once more with the engine's start inside, as on a first visit.
    duckdb.reset();
    const [, coldMs] = await timed(async () => duckdb.ensure(await prepare(record)));
    return { bareMs, startMs, prepareMs, loadMs, keepMs, coldMs, longest, pool: Number(counted[0]?.[0]) };
  },
  /** As a reload does it: the kept form, the list and one state; then DuckDB from it. */
  async second() {
    const record = split(await blob('/items.gz'), new Blob());
    const [prepared, openMs] = await timed(() => getPrepared(record));
    if (!prepared) throw new Error('Nothing was kept.');
    const [, stateMs] = await timed(() => readPreparedState(prepared, 250));
    const [, duckdbMs] = await timed(() => duckdb.ensure(prepared));
    return { openMs, stateMs, duckdbMs };
  },
  /** Loads and drops once. */
  async round() {
    const prepared = await prepare(split(await blob('/items.gz'), await blob('/labels.gz')));
    await duckdb.ensure(prepared);
    duckdb.reset();
    dataWorker.release();
  },
};
export type DataBench = typeof bench;
Object.assign(window, { bench });
