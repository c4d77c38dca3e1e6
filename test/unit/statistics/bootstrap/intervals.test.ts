import { describe, expect, it } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import { tails } from '$lib/statistics/bootstrap/settings';
import type { Sheet } from '$lib/statistics/kernel/kernel';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { makeSheet } from '$lib/statistics/sheet';

const kernel = await loadSimdKernel();
const settings = { seed: 1, resamples: 5000, level: 0.95 };

describe('intervals', () => {
  // Case 8: dabestr#193.
  it('of a constant difference are that difference: the pairs are kept together', async () => {
    const left = Float64Array.of(0, 0, 0, 1, 1, 1);
    const { sheet } = makeSheet(['a', 'b', 'c', 'd', 'e', 'f'], [left.map((x) => x + 0.1), left], [[0, 1]]);
    const [interval] = await bootstrapIntervals(sheet, settings, kernel, quietTask());
    for (const end of [interval?.low, interval?.high, interval?.meanOfResamples])
      expect(Math.abs((end ?? NaN) - 0.1)).toBeLessThan(1e-12);
    expect(interval?.shareAbove).toBe(1);
  });

  // Case 9.
  it('are not computed from no resamples', async () => {
    const { sheet } = makeSheet(['a', 'b'], [Float64Array.of(0, 1)], [[0, null]]);
    expect(await bootstrapIntervals(sheet, { ...settings, resamples: 0 }, kernel, quietTask())).toEqual([
      null,
    ]);
  });

  it('of no difference at all are exactly zero, with nothing beyond it', async () => {
    const same = Float64Array.of(1 / 3, 0.1, 0.7, 0.2);
    const { sheet } = makeSheet(['a', 'b', 'c', 'd'], [same, Float64Array.from(same)], [[0, 1]]);
    expect(await bootstrapIntervals(sheet, settings, kernel, quietTask())).toEqual([
      { low: 0, high: 0, meanOfResamples: 0, shareAbove: 0, shareBelow: 0 },
    ]);
  });

  it('do not count the dust of thirds as a difference', async () => {
    // Both methods find three thirds in each cluster, in another order: 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1.
    const { sheet } = makeSheet(
      ['a', 'a', 'a', 'b'],
      [Float64Array.of(0.1, 0.2, 0.3, 0), Float64Array.of(0.3, 0.2, 0.1, 0)],
      [[0, 1]],
    );
    expect(sheet.sums[0]).not.toBe(sheet.sums[2]);
    const [interval] = await bootstrapIntervals(sheet, settings, kernel, quietTask());
    expect([interval?.shareAbove, interval?.shareBelow]).toEqual([0, 0]);
  });

  it('stop when the task is cancelled, and say how far they are', async () => {
    const { sheet } = makeSheet(['a', 'b'], [Float64Array.of(0, 1)], [[0, null]]);
    const stop = new AbortController();
    const seen: number[] = [];
    const task = {
      ...quietTask(stop.signal),
      progress: ({ done }: { done: number }) => void seen.push(done),
    };
    task.checkpoint = () => {
      if (seen.length === 2) stop.abort(new Error('enough'));
      stop.signal.throwIfAborted();
      return Promise.resolve();
    };
    await expect(bootstrapIntervals(sheet, { ...settings, resamples: 1e7 }, kernel, task)).rejects.toThrow(
      'enough',
    );
    expect(seen).toEqual([2048, 2048]);
  });

  it('work for a sheet without pairs or clusters', async () => {
    const none: Sheet = {
      clusters: 0,
      columns: 0,
      counts: new Float64Array(),
      sums: new Float64Array(),
      pairs: new Uint32Array(),
    };
    expect(await bootstrapIntervals(none, settings, kernel, quietTask())).toEqual([]);
  });

  it('take their tails from the level', () => {
    expect(tails(0.95)).toEqual({ low: 0.025, high: 0.975 });
    expect(tails(0.9)).toEqual({ low: 0.05, high: 0.95 });
    expect(() => tails(1)).toThrow(RangeError);
    expect(() => tails(95)).toThrow(RangeError);
  });
});

describe('thousands of pairs', () => {
  it('are resampled in parts, with the digits of each by itself', async () => {
    const columns = Array.from({ length: 70 }, (_, c) =>
      Float64Array.from({ length: 12 }, (__, s) => ((c * 7 + s * 3) % 5) / 4),
    );
    const clusters = columns[0]!.length;
    const names = Array.from({ length: clusters }, (_, s) => `c${s % 6}`);
    const pairs = columns.flatMap((_, a) => columns.slice(a + 1).map((__, b) => [a, a + 1 + b] as const));
    expect(pairs.length).toBeGreaterThan(2048);
    const few = { ...settings, resamples: 100 };
    const all = await bootstrapIntervals(makeSheet(names, columns, pairs).sheet, few, kernel, quietTask());
    expect(all).toHaveLength(pairs.length);
    for (const at of [0, 1206, 1207, 1208, pairs.length - 1]) {
      const alone = makeSheet(names, columns, [pairs[at]!]).sheet;
      expect(await bootstrapIntervals(alone, few, kernel, quietTask())).toEqual([all[at]]);
    }
  });
});
