import { describe, expect, test } from 'vitest';
import { GeneralTokenizer } from '$lib/embedding/general-tokenizer';
import { readTokenizer } from '$lib/embedding/read-tokenizer';
import { readStaticModel } from '$lib/embedding/static-encoder/model';
import { readSafetensors } from '$lib/embedding/static-encoder/safetensors';
import { openParts } from '$lib/embedding/transformer/open';
import type { Runtime } from '$lib/embedding/transformer/runtime';
import { readWordPiece } from '$lib/embedding/wordpiece/read';
import { WordPiece } from '$lib/embedding/wordpiece/wordpiece';
import { safetensors } from './safetensors';
import { tinyTokenizer } from './tiny-tokenizer';

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const tiny = () => tinyTokenizer(['alpha', 'beta']);
const table = { dtype: 'I8', shape: [6, 2], data: new Int8Array(12) };

describe('ids of a tokenizer', () => {
  test.each([-7, -1, 0.5, 2 ** 31, 1e9, NaN])(
    'an added token with the id %d is refused with its place',
    (id) => {
      const file = tiny();
      file.added_tokens[2]!.id = id;
      expect(() => readTokenizer(json(file), undefined)).toThrow(/^tokenizer\.json: added_tokens\.2\.id/);
    },
  );

  test('a special id beyond the rows of a static model is refused', () => {
    const file = tiny();
    file.added_tokens[2]!.id = 6;
    const files = { config: json({}), tokenizer: json(file), weights: safetensors({ embeddings: table }) };
    expect(() => readStaticModel(files)).toThrow(/6 rows for a vocabulary of 7/);
    const closing = tiny();
    closing.post_processor.special_tokens['[SEP]'].ids = [900];
    expect(() => readStaticModel({ ...files, tokenizer: json(closing) })).toThrow(/vocabulary of 901/);
  });

  test('an id beyond what a transformer’s configuration counts is refused before its weights are opened', async () => {
    const files = new Map([
      ['tokenizer.json', json(tiny())],
      ['config.json', json({ vocab_size: 5 })],
      ['onnx/model.onnx', new Uint8Array(4)],
    ]);
    const settings = { pooling: 'mean' as const, prefix: { query: '', document: '' }, limit: 8 };
    await expect(
      openParts({} as Runtime, { name: 'm', revision: 'r', dtype: 'fp32', files, settings }, []),
    ).rejects.toThrow('tokenizer.json: has ids up to 5; config.json says 5 tokens.');
  });

  test('a name that every object has is no token', () => {
    const file = tiny();
    file.model.unk_token = 'constructor';
    expect(() => readWordPiece(json(file))).toThrow('model.vocab lacks constructor');
    const around = tiny();
    around.post_processor.single[0] = { SpecialToken: { id: 'toString', type_id: 0 } };
    expect(() => readWordPiece(json(around))).toThrow('post_processor lacks toString');
  });

  test('a byte-pair vocabulary with an id of 2^31 is refused, not built', () => {
    const file = { model: { type: 'BPE', vocab: { a: 0, b: 2 ** 31 }, merges: [] } };
    expect(() => new GeneralTokenizer(file, {})).toThrow('tokenizer.json: "b" has the id 2147483648');
  });

  test('what the library throws names the file', () => {
    expect(() => new GeneralTokenizer({ model: { type: 'Nothing' } }, {})).toThrow(/^tokenizer\.json: /);
  });
});

test('ten thousand special tokens are looked up by their length, the longest first', () => {
  const model = readWordPiece(json(tiny()));
  const specials = [
    ...Array.from({ length: 10_000 }, (_, i) => ({ content: `<${i}>`, id: 1 })),
    { content: '<7>>', id: 2 },
  ];
  const out = new Int32Array(4);
  const count = new WordPiece({ ...model, specials }).encodeInto('<7>><9999>', out, 4);
  expect([count, ...out.subarray(0, 2)]).toEqual([2, 2, 1]);
});

test('tensors that share bytes are refused; only what is asked for is read', () => {
  const bytes = safetensors({ a: table, b: table });
  const text = new TextDecoder('latin1').decode(bytes);
  const shared = text.replace('[12,24]', '[0,12]');
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const shorter = Uint8Array.from(shared, (unit) => unit.charCodeAt(0));
  new DataView(shorter.buffer).setBigUint64(0, BigInt(length - 1), true);
  expect(() => readSafetensors(shorter, 'model.safetensors')).toThrow(
    /tensor b: its bytes overlap those of a/,
  );
  expect(readSafetensors(bytes, 'f').get('a')?.data).toHaveLength(12);
  expect(readSafetensors(bytes, 'f').get('constructor')).toBeUndefined();
});
