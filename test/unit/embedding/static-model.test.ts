import { describe, expect, test } from 'vitest';
import { readStaticModel } from '$lib/embedding/static-encoder/model';
import { StaticPool } from '$lib/embedding/static-encoder/pool';
import { halfToFloat } from '$lib/embedding/half';
import { safetensors } from './safetensors';
import { tinyTokenizer } from './tiny-tokenizer';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const tokenizer = bytes(tinyTokenizer(['alpha', 'beta', 'gamma', '##x']));
const config = bytes({ model_type: 'model2vec', normalize: true });

// Ids: [PAD] 0, [UNK] 1, [CLS] 2, [SEP] 3, alpha 4, beta 5, gamma 6, ##x 7.
const rows = Array.from({ length: 8 }, (_, id) => [id, 8 - id]).flat();
const embed = (model: ReturnType<typeof readStaticModel>, text: string) => {
  const out = new Float32Array(model.dimensions);
  new StaticPool(model).encodeInto(text, out, 0);
  return [...out];
};
const unit = (...values: number[]) => values.map((value) => Math.fround(value / Math.hypot(...values)));

describe('layouts of the model2vec library', () => {
  test('float32 rows without weights', () => {
    const weights = safetensors({
      embeddings: { dtype: 'F32', shape: [8, 2], data: Float32Array.from(rows) },
    });
    const model = readStaticModel({ config, tokenizer, weights });
    expect(embed(model, 'alpha beta beta')).toEqual(unit(4 + 5 + 5, 4 + 3 + 3));
    expect(embed(model, 'unheard beta')).toEqual(unit(5, 3));
    expect(embed(model, 'unheard')).toEqual([0, 0]);
  });

  test('half floats, double weights and a 64-bit mapping', () => {
    const halves = Uint16Array.of(0x3c00, 0x0000, 0x0000, 0xc000); // rows (1, 0) and (0, -2)
    const weights = safetensors({
      embeddings: { dtype: 'F16', shape: [2, 2], data: halves },
      weights: { dtype: 'F64', shape: [8], data: Float64Array.of(0, 0, 0, 0, 3, 2, 1, 1) },
      mapping: { dtype: 'I64', shape: [8], data: BigInt64Array.of(0n, 0n, 0n, 0n, 0n, 1n, 0n, 0n) },
    });
    const model = readStaticModel({ config, tokenizer, weights });
    expect(embed(model, 'alpha beta')).toEqual(unit(3, -4));
  });

  test('camelCase is split only when the configuration says so', () => {
    const weights = safetensors({ embeddings: { dtype: 'I8', shape: [8, 2], data: Int8Array.from(rows) } });
    const split = readStaticModel({ config: bytes({ preprocess: 'split-camel-case' }), tokenizer, weights });
    expect(embed(split, 'alphaBeta')).toEqual(unit(9, 7));
    expect(embed(readStaticModel({ config, tokenizer, weights }), 'alphaBeta')).toEqual([0, 0]);
  });

  test('the cut of the configuration holds', () => {
    const weights = safetensors({ embeddings: { dtype: 'I8', shape: [8, 2], data: Int8Array.from(rows) } });
    const model = readStaticModel({ config: bytes({ max_length: 1 }), tokenizer, weights });
    expect(embed(model, 'gamma alpha')).toEqual(unit(6, 2));
  });
});

test.each([
  [0x0000, 0],
  [0x0001, 2 ** -24],
  [0x03ff, 1023 * 2 ** -24],
  [0x3555, 0.333251953125],
  [0xc000, -2],
  [0x7bff, 65504],
  [0x7c00, Infinity],
])('half float %i', (bits, value) => expect(halfToFloat(bits)).toBe(value));

describe('files that are refused, with the file and the reason', () => {
  const read =
    (weights: Uint8Array, other = config) =>
    () =>
      readStaticModel({ config: other, tokenizer, weights });
  const table = { dtype: 'I8', shape: [8, 2], data: Int8Array.from(rows) };

  test.each([
    ['a cut file', safetensors({ embeddings: table }).slice(0, -3), /embeddings: 16 bytes expected/],
    ['a page of HTML', new TextEncoder().encode('<!doctype html><title>404</title>'), /model\.safetensors/],
    ['no table', safetensors({ other: table }), /no tensor "embeddings"/],
    ['a strange dtype', safetensors({ embeddings: { ...table, dtype: 'BF16' } }), /dtype BF16/],
    [
      'too few rows',
      safetensors({ embeddings: { ...table, shape: [4, 4] } }),
      /4 rows for a vocabulary of 8/,
    ],
    [
      'a mapping out of range',
      safetensors({
        embeddings: table,
        mapping: { dtype: 'I32', shape: [8], data: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 8) },
      }),
      /mapping: points outside/,
    ],
    [
      'too few weights',
      safetensors({ embeddings: table, weights: { dtype: 'F32', shape: [2], data: Float32Array.of(1, 1) } }),
      /weights: 2 for 8 tokens/,
    ],
  ])('%s', (_, weights, message) => expect(read(weights)).toThrow(message));

  test('an unknown preprocessing', () => {
    expect(read(safetensors({ embeddings: table }), bytes({ preprocess: 'stem' }))).toThrow(
      /config\.json: preprocess/,
    );
  });
});
