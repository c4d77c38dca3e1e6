import { beforeAll, describe, expect, test } from 'vitest';
import { openMaskedLanguageModel } from '$lib/embedding/transformer/masked-lm';
import type { Runtime } from '$lib/embedding/transformer/runtime';
import { expand } from '$lib/retrieval/rankers/learned-sparse';
import { quietTask } from '$lib/serbench/task';
import { loadNodeRuntime } from '../../../scripts/models';
import { tinyOnnx } from './tiny-onnx';
import { tinyTokenizer } from './tiny-tokenizer';

const PIECES = ['alpha', 'beta', 'gamma'];
const utf8 = new TextEncoder();
const json = (value: unknown) => utf8.encode(JSON.stringify(value));

const LOGITS = [
  [1, -2, 0.5],
  [3, 4, -1],
];
const positive = (id: number) => LOGITS.map((row) => Math.max(0, row[id]!));
const log = Math.log1p;

test.each([
  ['max', 'relu', (id: number) => log(Math.max(...positive(id)))],
  ['sum', 'relu', (id: number) => positive(id).reduce((sum, value) => sum + log(value), 0)],
  ['max', 'log1p_relu', (id: number) => log(log(Math.max(...positive(id))))],
  ['sum', 'log1p_relu', (id: number) => positive(id).reduce((sum, value) => sum + log(log(value)), 0)],
] as const)('expansion by %s of %s', (pooling, activation, weight) => {
  const { ids, weights } = expand(Float32Array.from(LOGITS.flat()), 3, new Set(), { pooling, activation });
  expect([...ids]).toEqual([0, 1, 2]);
  for (const id of ids) expect(weights[id]).toBeCloseTo(weight(id), 6);
});

describe('a masked language model', () => {
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await loadNodeRuntime();
  });
  const open = (more: [string, Uint8Array<ArrayBuffer>][]) =>
    openMaskedLanguageModel(runtime, {
      name: 'tiny',
      revision: 'r1',
      dtype: 'fp32',
      files: new Map([
        ['tokenizer.json', json(tinyTokenizer(PIECES))],
        ['model.onnx', tinyOnnx(PIECES.length + 4, 'terms')],
        ...more,
      ]),
      settings: { pooling: 'mean', prefix: { query: '', document: '' }, limit: 16 },
    });

  test('says whether it was trained to expand, and is never named by a pooling that it has not', async () => {
    const plain = await open([]);
    expect(plain.splade).toEqual({ pooling: 'max', activation: 'relu', trained: false });
    expect(plain.identity.how).toBe('masked-lm-max-relu@16');
    const trained = await open([['1_SpladePooling/config.json', json({ pooling_strategy: 'sum' })]]);
    expect(trained.splade).toEqual({ pooling: 'sum', activation: 'relu', trained: true });
    expect(trained.identity.how).toBe('splade-sum-relu@16');
  });

  test('a trained one keeps the weights of special tokens, a plain one drops them', async () => {
    const texts = ['alpha beta'];
    const [plain] = await (await open([])).terms(texts, quietTask());
    const [trained] = await (
      await open([['1_SpladePooling/config.json', json({})]])
    ).terms(texts, quietTask());
    const words = (vector: typeof plain) => [...vector!.ids].filter((id) => id >= 4);
    expect([...plain!.ids]).toEqual(words(plain));
    expect(words(trained)).toEqual(words(plain));
    expect(trained!.ids.length).toBeGreaterThan(plain!.ids.length);
  });

  test('a strategy that is not known is refused with the file', async () => {
    await expect(open([['1_SpladePooling/config.json', json({ pooling_strategy: 'mean' })]])).rejects.toThrow(
      /1_SpladePooling\/config\.json: pooling_strategy/,
    );
  });
});
