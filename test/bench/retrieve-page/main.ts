import { DEFAULT_TRANSFORMER } from '$lib/embedding/catalog';
import type { EmbedApi } from '$lib/embedding/host/api';
import { WorkerEncoder } from '$lib/embedding/remote/worker-encoder';
import { quietTask } from '$lib/serbench/task';
import { supervise } from '$lib/worker/supervise';
import type { RetrievalApi } from '$workers/retrieval.worker';
import { bareRead } from '../bare';

const site = new URL('/', location.href).href;

interface Row {
  candidate_evidence: { content_excerpt: string }[];
}

/** The bare read of the file, and sixteen texts spread over its pools. */
async function bare(items: Blob): Promise<{ ms: number; units: number; texts: string[] }> {
  const { ms, rows } = await bareRead<Row>(items);
  const pool = rows.flatMap(({ candidate_evidence }) => candidate_evidence);
  const step = Math.max(1, Math.floor(pool.length / 16));
  const texts = pool.filter((_, i) => i % step === 0).map(({ content_excerpt }) => content_excerpt);
  return { ms, units: pool.length, texts: texts.slice(0, 16) };
}

async function items(): Promise<Blob> {
  return (await fetch('/items.gz')).blob();
}

/** complement-fused, instant, from the file's bytes to all orders, in one worker; the encoder's files are fetched before. */
async function instant(): Promise<{ bareMs: number; instantMs: number; units: number; states: number }> {
  const blob = await items();
  const { ms: bareMs, units } = await bare(blob);
  const worker = supervise<RetrievalApi>(
    () => new Worker(new URL('$workers/retrieval.worker.ts', import.meta.url), { type: 'module' }),
    { name: 'retrieval' },
  );
  const request = { views: [], complement: true, likeness: false, shard: { index: 0, of: 1 } };
  const start = performance.now();
  const ranked = await worker.call('rank', [{ key: 'bench', name: 'items', blob }, request, site]);
  const instantMs = performance.now() - start;
  if (!ranked.every(({ ids, complement }) => complement?.length === ids.length))
    throw new Error('Instant did not order whole pools.');
  worker.dispose();
  return { bareMs, instantMs, units, states: ranked.length };
}

/** The same texts by one transformer worker and by two; the vectors must be the same to the digit. */
async function workers(): Promise<{ one: number; two: number; texts: number }> {
  const { texts } = await bare(await items());
  const request = {
    purpose: 'vectors',
    origin: { kind: 'site', base: site, model: DEFAULT_TRANSFORMER },
    entry: DEFAULT_TRANSFORMER,
    dtype: 'int8',
    device: 'wasm',
  } as const;
  const start = () =>
    supervise<EmbedApi>(
      () => new Worker(new URL('$workers/embed.worker.ts', import.meta.url), { type: 'module' }),
      { name: 'embed', idleMs: Infinity },
    );
  const open = (count: number) => WorkerEncoder.open(start, request, count, quietTask());
  const timed = async (encoder: WorkerEncoder) => {
    // Calls hold 16 texts: four rounds of them give both workers work.
    const all = [0, 1, 2, 3].flatMap((round) => texts.map((text) => `${round} ${text}`));
    await encoder.encode(all.slice(0, 4), 'document', quietTask());
    const before = performance.now();
    const { vectors } = await encoder.encode(all, 'document', quietTask());
    return { ms: performance.now() - before, vectors, texts: all.length };
  };
  const single = await open(1);
  const one = await timed(single);
  await single.dispose();
  const pair = await open(2);
  const two = await timed(pair);
  await pair.dispose();
  if (one.vectors.some((value, i) => value !== two.vectors[i]))
    throw new Error('Two workers gave other vectors.');
  return { one: one.ms, two: two.ms, texts: one.texts };
}

const bench = { instant, workers };
export type RetrieveBench = typeof bench;
Object.assign(window, { bench });
