import { beforeAll, describe, expect, test } from 'vitest';
import { maxSim } from '$lib/retrieval/rankers/late-interaction';
import { quietTask } from '$lib/serbench/task';
import { openCrossEncoder } from '$lib/embedding/transformer/cross-encoder';
import { openMaskedLanguageModel } from '$lib/embedding/transformer/masked-lm';
import type { TransformerParts } from '$lib/embedding/transformer/open';
import { openTransformer } from '$lib/embedding/transformer/open-encoder';
import type { Runtime } from '$lib/embedding/transformer/runtime';
import type { Dtype, Pooling } from '$lib/embedding/transformer/settings';
import { WEIGHT_FILES } from '$lib/embedding/transformer/settings';
import { loadNodeRuntime } from '../../../scripts/models';
import { HIDDEN, tinyOnnx } from './tiny-onnx';
import { tinyTokenizer } from './tiny-tokenizer';

const PIECES = ['alpha', 'beta', 'gamma', 'delta', '##x'];
const VOCABULARY = PIECES.length + 4;
const utf8 = new TextEncoder();

const partsOf = (
  head: Parameters<typeof tinyOnnx>[1],
  dtype: Dtype,
  pooling: Pooling = 'mean',
): TransformerParts => ({
  name: 'tiny',
  revision: 'r1',
  dtype,
  files: new Map([
    ['tokenizer.json', utf8.encode(JSON.stringify(tinyTokenizer(PIECES)))],
    [WEIGHT_FILES[dtype][0], tinyOnnx(VOCABULARY, head)],
  ]),
  settings: { pooling, prefix: { query: 'alpha ', document: '' }, limit: 6 },
});

let runtime: Runtime;
beforeAll(async () => {
  runtime = await loadNodeRuntime();
});

const TEXTS = ['alpha', 'beta gamma', '', 'delta alphax beta gamma alpha beta', 'gamma delta', 'unheard of'];
const rowsOf = (vectors: Float32Array) =>
  Array.from({ length: vectors.length / HIDDEN }, (_, row) => [
    ...vectors.subarray(row * HIDDEN, (row + 1) * HIDDEN),
  ]);

describe('an encoder of a tiny random model', () => {
  test.each(['cls', 'mean', 'last'] as const)(
    '%s pooling: alone and in a padded batch agree to 1e-6',
    async (pooling) => {
      const encoder = await openTransformer(runtime, partsOf('states', 'fp32', pooling));
      expect(encoder.dimensions).toBe(HIDDEN);
      expect(encoder.single).toBe(false);
      const together = await encoder.encode(TEXTS, 'document', quietTask());
      const rows = rowsOf(together.vectors);
      expect(rows).toHaveLength(TEXTS.length);
      for (const [i, text] of TEXTS.entries()) {
        const alone = await encoder.encode([text], 'document', quietTask());
        expect(Math.hypot(...alone.vectors)).toBeCloseTo(1, 6);
        for (const [d, value] of alone.vectors.entries())
          expect(Math.abs(value - rows[i]![d]!)).toBeLessThan(1e-6);
      }
    },
  );

  test('counts the texts that were cut, and keeps the closing token of a cut text', async () => {
    const encoder = await openTransformer(runtime, partsOf('states', 'fp32'));
    const { cut, tokens } = await encoder.encode(TEXTS, 'document', quietTask());
    expect(cut).toBe(1);
    // Each text is 1, 2, 0, 7, 2 and 2 pieces and two special tokens.
    expect(tokens).toBe(1 + 2 + 0 + 7 + 2 + 2 + 2 * TEXTS.length);
    const [ids] = await encoder.tokenIds([TEXTS[3]!], 'document');
    expect(ids).toEqual([2, 7, 4, 8, 5, 3]);
  });

  test('puts the prefix before queries only', async () => {
    const encoder = await openTransformer(runtime, partsOf('states', 'fp32'));
    const [query, document] = [
      await encoder.tokenIds(['beta'], 'query'),
      await encoder.tokenIds(['beta'], 'document'),
    ];
    expect(query).toEqual([[2, 4, 5, 3]]);
    expect(document).toEqual([[2, 5, 3]]);
  });

  test('quantised weights take one text a run', async () => {
    const encoder = await openTransformer(runtime, partsOf('states', 'int8'));
    expect(encoder.single).toBe(true);
    const fp32 = await openTransformer(runtime, partsOf('states', 'fp32'));
    const a = await encoder.encode(TEXTS, 'document', quietTask());
    const b = await fp32.encode(TEXTS, 'document', quietTask());
    for (const [i, value] of a.vectors.entries()) expect(Math.abs(value - b.vectors[i]!)).toBeLessThan(1e-6);
  });

  test('gives one unit vector a token for late interaction, without special tokens', async () => {
    const encoder = await openTransformer(runtime, partsOf('states', 'fp32'));
    const [one, two] = await encoder.tokenVectors(['beta gamma', ''], 'document', quietTask());
    expect(one?.vectors).toHaveLength(2 * HIDDEN);
    expect(two?.vectors).toHaveLength(0);
    expect(maxSim(one!, one!)).toBeCloseTo(1, 6);
    expect(maxSim(one!, two!)).toBe(0);
  });

  test('stops between runs when cancelled', async () => {
    const encoder = await openTransformer(runtime, partsOf('states', 'int8'));
    const stop = new AbortController();
    const task = { ...quietTask(stop.signal), progress: () => stop.abort(new Error('enough')) };
    await expect(encoder.encode(TEXTS, 'document', task)).rejects.toThrow('enough');
  });
});

test('a model without token states is refused, with what it gives', async () => {
  await expect(openTransformer(runtime, partsOf('terms', 'fp32'))).rejects.toThrow(
    /gives logits, not last_hidden_state/,
  );
});

test('a cross-encoder judges each pair, the same alone and in a batch', async () => {
  const model = await openCrossEncoder(runtime, partsOf('relevance', 'fp32'));
  const documents = ['beta', 'gamma delta', 'alpha alpha alpha alpha alpha alpha'];
  const { scores, cut } = await model.relevance('alpha', documents, quietTask());
  expect(scores).toHaveLength(3);
  expect(new Set(scores).size).toBe(3);
  expect(cut).toBe(1);
  for (const [i, document] of documents.entries()) {
    const alone = await model.relevance('alpha', [document], quietTask());
    expect(alone.scores[0]).toBeCloseTo(scores[i]!, 5);
  }
});

test('a masked language model expands a text to positive weights without special tokens', async () => {
  const model = await openMaskedLanguageModel(runtime, partsOf('terms', 'fp32'));
  const [vector] = await model.terms(['beta gamma'], quietTask());
  expect(vector!.ids.length).toBeGreaterThan(0);
  expect([...vector!.ids].some((id) => id < 4)).toBe(false);
  expect([...vector!.weights].every((weight) => weight > 0)).toBe(true);
});
