import { ModelFileError } from '$lib/embedding/errors';
import { readTokenizer } from '$lib/embedding/read-tokenizer';
import { readStaticModel } from '$lib/embedding/static-encoder/model';
import { readLateSettings } from '$lib/embedding/transformer/late-settings';
import { settingsFromFiles } from '$lib/embedding/transformer/sentence-config';
import { readSplade } from '$lib/embedding/transformer/splade-settings';
import { safetensors } from '../../unit/embedding/safetensors';
import { tinyTokenizer } from '../../unit/embedding/tiny-tokenizer';

type Random = () => number;
const utf8 = new TextEncoder();
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  1e9,
  2 ** 31,
  9e15,
  '',
  'constructor',
  '__proto__',
  'İ',
  '\ud800',
  [],
  {},
  [[]],
  ['a', 1],
];

/** The value with one of its parts, at any depth, taken away, doubled or put in another's place. */
function damaged(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || random() < 0.15) return pick(random, ODD);
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    const how = random();
    if (how < 0.2) return value.filter((_, i) => i !== at);
    if (how < 0.3) return [...value, ...value];
    return value.map((one, i) => (i === at ? damaged(one, random) : one));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random() < 0.1)
    return { ...value, [String(pick(random, ODD))]: pick(random, ODD) };
  const at = Math.floor(random() * entries.length);
  const how = random();
  if (how < 0.2) return Object.fromEntries(entries.filter((_, i) => i !== at));
  return Object.fromEntries(entries.map(([key, one], i) => [key, i === at ? damaged(one, random) : one]));
}

const bytePair = {
  version: '1.0',
  added_tokens: [{ id: 4, content: '<s>', special: true, normalized: false }],
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false },
  post_processor: null,
  decoder: { type: 'ByteLevel' },
  model: { type: 'BPE', vocab: { a: 0, b: 1, ab: 2, Ġ: 3 }, merges: ['a b'], unk_token: 'a' },
};
const colbert = {
  query_token_id: '[CLS]',
  doc_token_id: '[SEP]',
  query_maxlen: 8,
  doc_maxlen: 8,
  attend_to_mask_tokens: false,
  mask_punctuation: true,
  dim: 2,
  similarity: 'cosine',
};
const sentence = { prompts: { query: 'q ' }, query_length: 8, document_length: 8, skiplist_words: [','] };
const pooling = { pooling_mode_cls_token: true, pooling_strategy: 'max', activation_function: 'relu' };

const weights = (): Uint8Array<ArrayBuffer> =>
  safetensors({
    embeddings: { dtype: 'I8', shape: [6, 2], data: new Int8Array(12) },
    weights: { dtype: 'F32', shape: [6], data: new Float32Array(6) },
  });

/** Damaged weights: the header's JSON changed, or a byte anywhere. */
function damagedWeights(random: Random): Uint8Array<ArrayBuffer> {
  const bytes = weights();
  if (random() < 0.5) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    return bytes.slice(0, random() < 0.3 ? Math.floor(random() * bytes.length) : bytes.length);
  }
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const json = utf8.encode(JSON.stringify(damaged(header, random)));
  const out = new Uint8Array(8 + json.length + bytes.length - 8 - length);
  new DataView(out.buffer).setBigUint64(0, BigInt(json.length), true);
  out.set(json, 8);
  out.set(bytes.subarray(8 + length), 8 + json.length);
  return out;
}

const json = (value: unknown) => utf8.encode(JSON.stringify(value) ?? 'null');

/** Model files of all kinds, one of them damaged: either they open and read a text, or a file is named. */
export const target = {
  name: 'model-files',
  run(random: Random): void {
    const maybe = (value: unknown) => json(random() < 0.5 ? damaged(value, random) : value);
    const tokenizer = maybe(random() < 0.6 ? tinyTokenizer(['alpha', '[MASK]']) : bytePair);
    const files = new Map([
      ['tokenizer.json', tokenizer],
      ['config.json', maybe({ max_position_embeddings: 64, max_length: 8 })],
      ['artifact.metadata', maybe(colbert)],
      ['config_sentence_transformers.json', maybe(sentence)],
      ['1_Pooling/config.json', maybe(pooling)],
      ['1_SpladePooling/config.json', maybe(pooling)],
    ]);
    const read = [
      () => settingsFromFiles(files),
      () => readLateSettings(files),
      () => readSplade(files),
      () => {
        const opened = readTokenizer(tokenizer, maybe({ unk_token: '[UNK]', pad_token: '[PAD]' }));
        const ids = new Int32Array(64);
        const count = opened.encodeInto('alpha [CLS] <s> ab \u0130', ids, 64);
        for (const id of ids.subarray(0, Math.min(count, 64)))
          if (id < 0 || id >= opened.size) throw new Error(`id ${id} of a vocabulary of ${opened.size}`);
      },
      () =>
        readStaticModel({
          config: maybe({ max_length: 8 }),
          tokenizer: maybe(tinyTokenizer(['alpha', 'beta'])),
          weights: damagedWeights(random),
        }),
    ];
    for (const one of read)
      try {
        one();
      } catch (error) {
        if (!(error instanceof ModelFileError)) throw error;
      }
  },
};
