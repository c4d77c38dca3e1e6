import { describe, expect, test } from 'vitest';
import { CATALOG, catalogEntry } from '$lib/embedding/catalog';
import { estimate } from '$lib/embedding/eta';
import { planCalls, workersFor } from '$lib/embedding/remote/chunks';
import { VENDORED } from '$lib/embedding/files/vendored';
import { planBatches } from '$lib/embedding/transformer/batches';
import { pool } from '$lib/embedding/transformer/pooling';
import { quietTask } from '$lib/serbench/task';

describe('batches', () => {
  test('quantised: one text each, in order', () => {
    expect(planBatches([5, 900, 3], true)).toEqual([[0], [1], [2]]);
  });
  test('full precision: by length, every text once, bounded in texts and padded tokens', () => {
    const lengths = Array.from({ length: 200 }, (_, i) => ((i * 7919) % 512) + 1);
    const batches = planBatches(lengths, false);
    expect(batches.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
    for (const batch of batches) {
      const longest = Math.max(...batch.map((i) => lengths[i]!));
      expect(batch.length).toBeLessThanOrEqual(16);
      expect(batch.length === 1 || longest * batch.length <= 4096).toBe(true);
    }
    const heads = batches.map((batch) => lengths[batch[0]!]!);
    expect(heads).toEqual([...heads].sort((a, b) => b - a));
  });
  test('nothing gives nothing', () => {
    expect(planBatches([], false)).toEqual([]);
    expect(planCalls([])).toEqual([]);
  });
});

describe('work for several workers', () => {
  test('calls depend on the texts alone and hold each of them once', () => {
    const texts = Array.from({ length: 50 }, (_, i) => 'x'.repeat((i * 37) % 90));
    const calls = planCalls(texts);
    expect(calls.flat().sort((a, b) => a - b)).toEqual(texts.map((_, i) => i));
    expect(calls).toEqual(planCalls([...texts]));
  });
  test.each([
    [2, 34e6, 8e9, 1],
    [8, 34e6, 8e9, 4],
    [8, 614e6, 8e9, 1],
    [64, 34e6, 64e9, 8],
    [1, 34e6, 1e9, 1],
  ])('%i cores, a model of %i bytes, %i bytes of memory: %i workers', (cores, model, memory, workers) => {
    expect(workersFor(cores, model, memory)).toBe(workers);
  });
});

describe('pooling', () => {
  // Two sequences of three tokens; the second has one token and padding.
  const states = { data: Float32Array.of(3, 4, 0, 2, 6, 0, 0, 5, 9, 9, 9, 9), dims: [2, 3, 2] };
  const row = (x: number, y: number) => [
    Math.fround(x / Math.hypot(x, y)),
    Math.fround(y / Math.hypot(x, y)),
  ];
  test.each([
    ['cls', [...row(3, 4), ...row(0, 5)]],
    ['last', [...row(6, 0), ...row(0, 5)]],
    ['mean', [...row(3, 2), ...row(0, 5)]],
  ] as const)('%s leaves padding out', (pooling, expected) => {
    const vectors = pool(states, [3, 1], pooling);
    expect(vectors).toHaveLength(4);
    for (const [i, value] of expected.entries()) expect(vectors[i]).toBeCloseTo(value, 6);
  });
});

test('the time is measured on a spread of lengths and scaled by characters', async () => {
  let clock = 0;
  const lengths: number[] = [];
  const encoder = {
    identity: { model: 'm', revision: 'r', dtype: 'd', how: 'h' },
    dimensions: 1,
    prefix: { query: '', document: '' },
    encode: (texts: readonly string[]) => {
      lengths.push(...texts.map(({ length }) => length));
      clock += texts.reduce((sum, { length }) => sum + length, 0); // a millisecond a character
      return Promise.resolve({ vectors: new Float32Array(texts.length), dimensions: 1, tokens: 0, cut: 0 });
    },
    dispose: () => Promise.resolve(),
  };
  const texts = Array.from({ length: 400 }, (_, i) => 'x'.repeat(i + 1));
  const { seconds, sampled } = await estimate(encoder, texts, 'document', quietTask(), () => clock);
  expect(sampled).toBe(8);
  expect(Math.max(...lengths)).toBeGreaterThan(350);
  expect(seconds).toBeCloseTo((400 * 401) / 2 / 1000, 6);
});

describe('the catalog', () => {
  test('names are unique, vendored models have files, prefixes and sizes are stated', () => {
    expect(new Set(CATALOG.map(({ id }) => id)).size).toBe(CATALOG.length);
    for (const entry of CATALOG) {
      expect(entry.vendored).toBe(entry.id in VENDORED);
      expect(entry.licence).not.toBe('');
      expect(entry.vendored || entry.hub.includes('/')).toBe(true);
      if (entry.kind === 'transformer') expect(entry.sizes[entry.dtype]).toBeGreaterThan(1e6);
    }
    expect(catalogEntry('bge-small-en-v1.5')).toMatchObject({ pooling: 'cls', limit: 512, dimensions: 384 });
    expect(catalogEntry('no such model')).toBeUndefined();
  });
});
