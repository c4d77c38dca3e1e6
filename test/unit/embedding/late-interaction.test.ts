import { beforeAll, describe, expect, test } from 'vitest';
import type { Tensor } from 'onnxruntime-web';
import { pairScoring } from '$lib/embedding/host/pairs';
import { readLateSettings } from '$lib/embedding/transformer/late-settings';
import { openTransformer } from '$lib/embedding/transformer/open-encoder';
import type { Runtime } from '$lib/embedding/transformer/runtime';
import { quietTask } from '$lib/serbench/task';
import { loadNodeRuntime } from '../../../scripts/models';
import { noise } from '../../support/onnx-writer';
import { safetensors } from './safetensors';
import { HIDDEN, tinyOnnx } from './tiny-onnx';
import { tinyTokenizer } from './tiny-tokenizer';

/** [PAD] 0, [UNK] 1, [CLS] 2, [SEP] 3, then these from 4 on. */
const PIECES = ['alpha', 'beta', 'gamma', ',', '[MASK]', '[unused0]', '[unused1]', '[Q] ', '[D] '];
const [ALPHA, BETA, GAMMA, COMMA, MASK, Q, D] = [4, 5, 6, 7, 8, 9, 10];
const [CLS, SEP] = [2, 3];
const VOCABULARY = PIECES.length + 4;
const utf8 = new TextEncoder();
const json = (value: unknown) => utf8.encode(JSON.stringify(value));

const COLBERT = {
  query_token_id: '[unused0]',
  doc_token_id: '[unused1]',
  query_maxlen: 8,
  doc_maxlen: 6,
  attend_to_mask_tokens: false,
  mask_punctuation: true,
  dim: 3,
  similarity: 'cosine',
};
const SIZE = 3;
const PROJECTION = noise(SIZE * HIDDEN, 7);
const projection: [string, Uint8Array<ArrayBuffer>][] = [
  [
    '1_Dense/config.json',
    json({
      in_features: HIDDEN,
      out_features: SIZE,
      bias: false,
      activation_function: 'torch.nn.modules.linear.Identity',
    }),
  ],
  [
    '1_Dense/model.safetensors',
    safetensors({ 'linear.weight': { dtype: 'F32', shape: [SIZE, HIDDEN], data: PROJECTION } }),
  ],
];

let runtime: Runtime;
beforeAll(async () => {
  runtime = await loadNodeRuntime();
});

const open = (more: [string, Uint8Array<ArrayBuffer>][]) =>
  openTransformer(runtime, {
    name: 'tiny',
    revision: 'r1',
    dtype: 'fp32',
    files: new Map([
      ['tokenizer.json', json(tinyTokenizer(PIECES))],
      ['onnx/model.onnx', tinyOnnx(VOCABULARY, 'states')],
      ...more,
    ]),
    settings: { pooling: 'mean', prefix: { query: '', document: '' }, limit: 16 },
  });

/** The model's states of one sequence straight from the runtime, projected and made unit vectors, by plain loops. */
async function unitVectors(ids: number[], attended: number): Promise<number[][]> {
  const session = await runtime.InferenceSession.create(tinyOnnx(VOCABULARY, 'states'));
  const row = (values: number[]) =>
    new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  const results = await session.run({
    input_ids: row(ids),
    attention_mask: row(ids.map((_, at) => (at < attended ? 1 : 0))),
  });
  const states = (Object.values(results)[0] as Tensor).data as Float32Array;
  return ids.map((_, token) => {
    const vector = Array.from({ length: SIZE }, (_, out) =>
      Array.from(
        { length: HIDDEN },
        (_, d) => states[token * HIDDEN + d]! * PROJECTION[out * HIDDEN + d]!,
      ).reduce((sum, value) => sum + value),
    );
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

const meanOfBest = (query: number[][], document: number[][]) =>
  query
    .map((q) => Math.max(...document.map((t) => q.reduce((sum, value, d) => sum + value * t[d]!, 0))))
    .reduce((sum, best) => sum + best) / query.length;

describe('a model of ColBERT’s kind', () => {
  test('marks, fills up, masks, skips punctuation and projects as its file says', async () => {
    const encoder = await open([['artifact.metadata', json(COLBERT)], ...projection]);
    const score = pairScoring({ kind: 'encoder', encoder });
    const [got] = await score('alpha beta', ['gamma, beta alpha gamma'], quietTask());
    const query = [CLS, Q, ALPHA, BETA, SEP, MASK, MASK, MASK];
    const document = [CLS, D, GAMMA, COMMA, BETA, SEP];
    const kept = (await unitVectors(document, document.length)).filter((_, at) => document[at] !== COMMA);
    expect(got).toBeCloseTo(meanOfBest(await unitVectors(query, 5), kept), 5);
  });

  test('tokens that fill up are seen by the others where the file says so', async () => {
    const encoder = await open([
      ['artifact.metadata', json({ ...COLBERT, attend_to_mask_tokens: true })],
      ...projection,
    ]);
    const [vectors] = await encoder.tokenVectors(['alpha'], 'query', quietTask());
    const wanted = await unitVectors([CLS, Q, ALPHA, SEP, MASK, MASK, MASK, MASK], 8);
    wanted.flat().forEach((value, at) => expect(vectors!.vectors[at]).toBeCloseTo(value, 5));
  });

  test('the fields of PyLate count as much; a query that is not filled up keeps its own tokens', async () => {
    const said = {
      prompts: {},
      query_prefix: '[Q] ',
      document_prefix: '[D] ',
      query_length: 8,
      document_length: 6,
      do_query_expansion: false,
      skiplist_words: [','],
    };
    const encoder = await open([['config_sentence_transformers.json', json(said)], ...projection]);
    const [query] = await encoder.tokenVectors(['alpha'], 'query', quietTask());
    const wanted = await unitVectors([CLS, 11, ALPHA, SEP], 4);
    expect(query!.vectors).toHaveLength(4 * SIZE);
    wanted.flat().forEach((value, at) => expect(query!.vectors[at]).toBeCloseTo(value, 5));
    const [unit] = await encoder.tokenVectors(['alpha, beta'], 'document', quietTask());
    expect(unit!.vectors).toHaveLength(5 * SIZE);
  });

  test('its vectors are told apart from those of the same weights read plainly', async () => {
    const plain = await open([]);
    const late = await open([['artifact.metadata', json(COLBERT)], ...projection]);
    expect(late.identity.how).toBe('mean@16+colbert-q8-d6-masked-9:10-skip1');
    expect(plain.identity.how).toBe('mean@16');
    expect(plain.late).toBeNull();
  });

  test('is refused without its projection, rather than compared unprojected', async () => {
    const encoder = await open([['artifact.metadata', json(COLBERT)]]);
    await expect(encoder.tokenVectors(['alpha'], 'query', quietTask())).rejects.toThrow(
      /artifact\.metadata: token vectors of 3 numbers; the ONNX file gives 8/,
    );
  });
});

describe('files of late interaction', () => {
  const files = (more: [string, Uint8Array][]) =>
    new Map([['tokenizer.json', json(tinyTokenizer(PIECES))], ...more]);

  test('sentence-transformers’ file alone does not make a model one', () => {
    expect(
      readLateSettings(files([['config_sentence_transformers.json', json({ prompts: { query: 'q' } })]])),
    ).toBeNull();
  });

  test.each([
    [
      'a marker that is no token',
      'artifact.metadata',
      { ...COLBERT, doc_token_id: '[unused7]' },
      /names the token "\[unused7\]"/,
    ],
    [
      'a marker that every object has',
      'artifact.metadata',
      { ...COLBERT, query_token_id: 'constructor' },
      /names the token "constructor"/,
    ],
    [
      'another similarity',
      'artifact.metadata',
      { ...COLBERT, similarity: 'l2' },
      /artifact\.metadata: similarity/,
    ],
    [
      'a length of nothing',
      'onnx_config.json',
      { query_length: 0, document_length: 8 },
      /onnx_config\.json: query_length/,
    ],
  ])('%s is refused with the file', (_, name, value, message) => {
    expect(() => readLateSettings(files([[name, json(value)]]))).toThrow(message);
  });

  test('a projection with a bias, or of another size than it says, is refused', () => {
    const [config, weights] = projection;
    const biased = json({
      in_features: HIDDEN,
      out_features: SIZE,
      bias: true,
      activation_function: 'Identity',
    });
    const late: [string, Uint8Array] = ['artifact.metadata', json(COLBERT)];
    expect(() => readLateSettings(files([late, ['1_Dense/config.json', biased], weights!]))).toThrow(/bias/);
    const larger = json({
      in_features: HIDDEN,
      out_features: 4,
      bias: false,
      activation_function: 'Identity',
    });
    expect(() => readLateSettings(files([late, ['1_Dense/config.json', larger], weights!]))).toThrow(
      /linear\.weight of 4 x 8/,
    );
    expect(readLateSettings(files([late, config!, weights!]))?.projection?.size).toBe(SIZE);
  });
});
