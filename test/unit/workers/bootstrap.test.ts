import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { CallCancelled } from '$lib/worker/errors';
import { supervise } from '$lib/worker/supervise';
import { sharedCompute } from '$lib/statistics/comparison/compute';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { computeSheet } from '$lib/statistics/comparison/compute';
import { quietTask } from '$lib/serbench/task';
import { makeSheet } from '$lib/statistics/sheet';
import { server, type BootstrapApi } from '$workers/bootstrap.worker';

const file = (name: string) =>
  new Blob([readFileSync(new URL(`../../golden/data/scorer/${name}`, import.meta.url))]);
const items = { blob: file('items.jsonl'), name: 'items.jsonl' };
const labels = { blob: file('labels.jsonl'), name: 'labels.jsonl' };
const start = (name: string) => supervise<BootstrapApi>(() => server.connect(), { name });
const workers = ['one', 'two', 'three', 'four'].map(start);
afterAll(() => workers.forEach((worker) => worker.dispose()));
const worker = workers[0]!;

describe('the bootstrap worker', () => {
  it('reads, scores and resamples as the core does, on 1, 2 and 4 workers', async () => {
    const split = await worker.call('readSplit', [items, labels]);
    const [rows] = await worker.call('readRuns', [
      items,
      [{ blob: file('predictions.jsonl'), name: 'p.jsonl' }],
    ]);
    expect(split.faults.kept).toEqual([]);
    const runs = ['alpha', 'beta', 'gamma'].map((method) => ({
      method,
      origin: 'file',
      configurationHash: null,
      rankings: new Map(
        rows!
          .value!.filter((row) => row.method === method)
          .map((row) => [row.state_id, row.ranked_evidence_ids]),
      ),
      failed: new Set<string>(),
    }));
    const book = await worker.call('book', [
      { ...split.value!, runs, columns: ['mss_complete@5', 'group_recall@5'], tokens: null },
    ]);
    const golden = new Map(
      readFileSync(new URL('../../golden/data/scorer/per_state_scores.jsonl', import.meta.url), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string | number>)
        .map((row) => [`${row.method} ${row.state_id}`, row]),
    );
    book.methods.forEach(({ method, scores }) =>
      book.facts.forEach(({ state_id }, state) => {
        const row = golden.get(`${method} ${state_id}`);
        expect(scores[state]).toBe(row?.['mss_complete@5']);
        expect(scores[book.facts.length + state]).toBe(row?.['group_recall@5']);
      }),
    );
    const columns = book.methods.flatMap(({ scores }) => [scores.subarray(0, 150), scores.subarray(150)]);
    const { sheet } = makeSheet(
      book.facts.map(({ repo }) => repo),
      columns,
      [
        [0, 2],
        [1, 3],
        [0, 4],
        [5, null],
        [3, 5],
      ],
    );
    const request = {
      sheet,
      bootstrap: { seed: 1, resamples: 3000, level: 0.95 },
      test: { seed: 1, flips: 3000 },
    };
    const expected = await computeSheet(request, await loadSimdKernel(), quietTask());
    for (const count of [1, 2, 4]) {
      const computes = workers
        .slice(0, count)
        .map((one) => (part: typeof request) => one.call('compute', [part]));
      expect(await sharedCompute(computes)(request)).toEqual(expected);
    }
  });

  it('lists the faults of a file instead of taking it', async () => {
    const bad = {
      blob: new Blob(['{"state_id":"nowhere","method":"m","ranked_evidence_ids":[]}\n{']),
      name: 'bad.jsonl',
    };
    const good = { blob: file('predictions.jsonl'), name: 'good.jsonl' };
    const reads = await worker.call('readRuns', [items, [good, bad]]);
    expect(reads.map(({ value }) => value?.length ?? null)).toEqual([450, null]);
    expect(reads[1]?.faults.kept.map(({ line }) => line)).toEqual([1, 2]);
    const broken = await worker.call('readRuns', [bad, [good]]);
    expect(broken.map(({ value }) => value)).toEqual([null]);
    const tags = {
      blob: new Blob(['{"state_id":"a","team":"x"}\n{"state_id":"b","team":["y"]}\n{"state_id":"c"}']),
      name: 'tags.jsonl',
    };
    const tagged = await worker.call('readTags', [tags, new Set(['a', 'b'])]);
    expect(tagged.value).toBeNull();
    expect(tagged.faults.kept.map(({ line, path }) => [line, path])).toEqual([
      [2, 'team'],
      [3, 'state_id'],
    ]);
  });

  it('is cancelled in the middle, and works again', async () => {
    const { sheet } = makeSheet(['a', 'b', 'c'], [Float64Array.of(0, 1, 2)], [[0, null]]);
    const request = {
      sheet,
      bootstrap: { seed: 1, resamples: 100_000_000, level: 0.95 },
      test: { seed: 1, flips: 0 },
    };
    const stop = new AbortController();
    const long = worker.call('compute', [request], { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(long).rejects.toBeInstanceOf(CallCancelled);
    const short = await worker.call('compute', [
      { ...request, bootstrap: { ...request.bootstrap, resamples: 10 } },
    ]);
    expect(short.intervals).toHaveLength(1);
  });
});
