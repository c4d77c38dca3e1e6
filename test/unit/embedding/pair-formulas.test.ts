import { beforeAll, describe, expect, test } from 'vitest';
import type { Tensor } from 'onnxruntime-web';
import { pairScoring } from '$lib/embedding/host/pairs';
import { openMaskedLanguageModel } from '$lib/embedding/transformer/masked-lm';
import { openTransformer } from '$lib/embedding/transformer/open-encoder';
import type { Runtime } from '$lib/embedding/transformer/runtime';
import { quietTask } from '$lib/serbench/task';
import { loadNodeRuntime, openTransformerFolder } from '../../../scripts/models';
import { HIDDEN, tinyOnnx } from './tiny-onnx';
import { tinyTokenizer } from './tiny-tokenizer';

/** [PAD] 0, [UNK] 1, [CLS] 2, [SEP] 3, then these. */
const PIECES = ['alpha', 'beta', 'gamma', 'delta', '##x'];
const VOCABULARY = PIECES.length + 4;
const QUERY = 'alpha delta';
const DOCUMENTS = ['beta', 'gamma delta beta', 'alpha', ''];
const IDS: Record<string, number[]> = {
  'alpha delta': [2, 4, 7, 3],
  beta: [2, 5, 3],
  'gamma delta beta': [2, 6, 7, 5, 3],
  alpha: [2, 4, 3],
  '': [2, 3],
};
const WIDTH = 5;

let runtime: Runtime;
beforeAll(async () => {
  runtime = await loadNodeRuntime();
});

const partsOf = (head: 'states' | 'terms') => ({
  name: 'tiny',
  revision: 'r1',
  dtype: 'fp32' as const,
  files: new Map([
    ['tokenizer.json', new TextEncoder().encode(JSON.stringify(tinyTokenizer(PIECES)))],
    ['onnx/model.onnx', tinyOnnx(VOCABULARY, head)],
  ]),
  settings: { pooling: 'mean' as const, prefix: { query: '', document: '' }, limit: 16 },
});

/** All texts in one padded batch straight through the runtime: the rows of each text's own tokens, pads cut off. */
async function raw(head: 'states' | 'terms', size: number): Promise<Record<string, number[][]>> {
  const session = await runtime.InferenceSession.create(tinyOnnx(VOCABULARY, head));
  const texts = [QUERY, ...DOCUMENTS];
  const padded = (value: (ids: number[], at: number) => number) =>
    new runtime.Tensor(
      'int64',
      BigInt64Array.from(
        texts.flatMap((text) => Array.from({ length: WIDTH }, (_, at) => BigInt(value(IDS[text]!, at)))),
      ),
      [texts.length, WIDTH],
    );
  const results = await session.run({
    input_ids: padded((ids, at) => ids[at] ?? 0),
    attention_mask: padded((ids, at) => (at < ids.length ? 1 : 0)),
  });
  const data = (Object.values(results)[0] as Tensor).data as Float32Array;
  return Object.fromEntries(
    texts.map((text, row) => [
      text,
      IDS[text]!.map((_, at) => {
        const from = (row * WIDTH + at) * size;
        return [...data.subarray(from, from + size)];
      }),
    ]),
  );
}

const product = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const unit = (row: number[]) => row.map((value) => value / Math.hypot(...row));

/** ColBERT's sum of maxima over cosines, divided by the query's tokens; the first and last token are special. */
function maxSimOf(query: number[][], document: number[][]): number {
  const inside = (rows: number[][]) => rows.slice(1, -1).map(unit);
  const [q, d] = [inside(query), inside(document)];
  if (d.length === 0) return 0;
  return q.reduce((sum, row) => sum + Math.max(...d.map((other) => product(row, other))), 0) / q.length;
}

/** SPLADE: max over the tokens of log(1 + relu(logit)); entries 0 to 3 are special. */
const splade = (rows: number[][]) =>
  Array.from({ length: VOCABULARY }, (_, id) =>
    id < 4 ? 0 : Math.max(...rows.map((row) => Math.log(1 + Math.max(0, row[id]!)))),
  );

describe('pair scores equal the published formulas over the raw output of a padded batch', () => {
  test('late interaction: MaxSim without special and padding tokens', async () => {
    const rows = await raw('states', HIDDEN);
    const encoder = await openTransformer(runtime, partsOf('states'));
    const scores = await pairScoring({ kind: 'encoder', encoder })(QUERY, DOCUMENTS, quietTask());
    const expected = DOCUMENTS.map((text) => maxSimOf(rows[QUERY]!, rows[text]!));
    expect(new Set(expected).size).toBe(4);
    scores.forEach((score, i) => expect(score).toBeCloseTo(expected[i]!, 5));
  });

  test('learned sparse: the largest log(1 + relu) over the text’s tokens, padding and special entries left out', async () => {
    const rows = await raw('terms', VOCABULARY);
    const model = await openMaskedLanguageModel(runtime, partsOf('terms'));
    const scores = await pairScoring({ kind: 'terms', model })(QUERY, DOCUMENTS, quietTask());
    const expected = DOCUMENTS.map((text) => product(splade(rows[QUERY]!), splade(rows[text]!)));
    expect(Math.max(...expected)).toBeGreaterThan(0);
    scores.forEach((score, i) => expect(score).toBeCloseTo(expected[i]!, 4));
  });
});

test('late interaction by a real model: token vectors by themselves give what the scorer says', async () => {
  const encoder = await openTransformerFolder();
  const query = 'Where is the timeout of a pooled connection applied?';
  const documents = [
    'def set_timeout(pool, seconds):\n    pool.timeout = seconds',
    'Boil the tomatoes in oil for ten minutes.',
  ];
  const scores = await pairScoring({ kind: 'encoder', encoder })(query, documents, quietTask());
  const rowsOf = async (text: string, kind: 'query' | 'document') => {
    const [{ vectors, dimensions } = { vectors: new Float32Array(), dimensions: 1 }] =
      await encoder.tokenVectors([text], kind, quietTask());
    const [ids = []] = await encoder.tokenIds([text], kind);
    expect(vectors.length / dimensions).toBe(ids.length - 2);
    return Array.from({ length: ids.length - 2 }, (_, at) => [
      ...vectors.subarray(at * dimensions, (at + 1) * dimensions),
    ]);
  };
  const asked = await rowsOf(query, 'query');
  const none = [0];
  for (const [i, text] of documents.entries()) {
    const rows = await rowsOf(text, 'document');
    expect(scores[i]).toBeCloseTo(maxSimOf([none, ...asked, none], [none, ...rows, none]), 5);
  }
  expect(scores[0]).toBeGreaterThan(scores[1]!);
});
