import { describe, expect, test } from 'vitest';
import { CachedEncoder } from '$lib/embedding/cache/cached-encoder';
import { memoryStore } from '$lib/embedding/cache/memory';
import { textHash, vectorSpace } from '$lib/embedding/cache/space';
import { readVectorFile, writeVectorFile } from '$lib/embedding/cache/vector-file';
import type { Encoder, TextKind } from '$lib/embedding/encoder';
import { quietTask } from '$lib/serbench/task';

/** An encoder that notes what it was asked for: a text's vector is its length and its kind. */
function countingEncoder(prefix = { query: 'q: ', document: '' }): Encoder & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    identity: { model: 'm', revision: 'r', dtype: 'int8', how: 'cls@512' },
    dimensions: 2,
    prefix,
    encode: (texts: readonly string[], kind: TextKind) => {
      asked.push(...texts);
      const vectors = Float32Array.from(texts.flatMap((text) => [text.length, kind === 'query' ? 1 : 0]));
      return Promise.resolve({ vectors, dimensions: 2, tokens: texts.length, cut: 0 });
    },
    dispose: () => Promise.resolve(),
  };
}

describe('an encoder with a store', () => {
  test('asks for each different text once, in this and in later runs', async () => {
    const store = memoryStore();
    const inner = countingEncoder();
    const first = new CachedEncoder(inner, store);
    const { vectors } = await first.encode(['a', 'bb', 'a', 'ccc'], 'document', quietTask());
    expect([...vectors]).toEqual([1, 0, 2, 0, 1, 0, 3, 0]);
    expect(inner.asked).toEqual(['a', 'bb', 'ccc']);

    const again = new CachedEncoder(inner, store);
    await again.encode(['ccc', 'dddd', 'a'], 'document', quietTask());
    expect(inner.asked).toEqual(['a', 'bb', 'ccc', 'dddd']);
    expect(again.counts).toEqual({ stored: 2, made: 1 });
  });

  test('keeps queries and documents apart when their prefixes differ', async () => {
    const inner = countingEncoder();
    const cached = new CachedEncoder(inner, memoryStore());
    await cached.encode(['a'], 'document', quietTask());
    const { vectors } = await cached.encode(['a'], 'query', quietTask());
    expect([...vectors]).toEqual([1, 1]);
    expect(inner.asked).toEqual(['a', 'a']);
  });

  test('a run that is stopped half-way goes on where it was', async () => {
    const store = memoryStore();
    const inner = countingEncoder();
    const texts = Array.from({ length: 300 }, (_, i) => `text ${i}`);
    let calls = 0;
    const dying: Encoder = {
      ...inner,
      encode: (...args) => {
        calls += 1;
        return calls === 3 ? Promise.reject(new Error('tab closed')) : inner.encode(...args);
      },
    };
    const broken = new CachedEncoder(dying, store).encode(texts, 'document', quietTask());
    await expect(broken).rejects.toThrow('tab closed');
    const before = inner.asked.length;
    await new CachedEncoder(inner, store).encode(texts, 'document', quietTask());
    expect(new Set(inner.asked).size).toBe(300);
    expect(inner.asked.length).toBe(300);
    expect(before).toBe(256);
  });

  test('a store that is full does not stop the run, and is told', async () => {
    const problems: unknown[] = [];
    const full = { ...memoryStore(), add: () => Promise.reject(new Error('quota')) };
    const cached = new CachedEncoder(countingEncoder(), full, (error) => problems.push(error));
    const { vectors } = await cached.encode(['a'], 'document', quietTask());
    expect([...vectors]).toEqual([1, 0]);
    expect(problems).toEqual([new Error('quota')]);
  });
});

test('the key names model, revision, dtype, pooling with cut, and prefix', async () => {
  const encoder = countingEncoder();
  expect(vectorSpace(encoder, 'query')).toBe('["m","r","int8","cls@512","q: "]');
  expect(vectorSpace(encoder, 'document')).toBe('["m","r","int8","cls@512",""]');
  // SHA-256 of the empty text, first half.
  expect(await textHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb924');
});

describe('the file of vectors', () => {
  const space = vectorSpace(countingEncoder(), 'query');
  const blocks = [
    { hashes: ['00'.repeat(16), 'ff'.repeat(16)], dimensions: 2, vectors: Float32Array.of(0.6, 0.8, -1, 0) },
    { hashes: ['0a'.repeat(16)], dimensions: 2, vectors: Float32Array.of(0, 1) },
  ];
  const written = async () => new Uint8Array(await writeVectorFile(space, blocks).arrayBuffer());

  test('comes back as it went out', async () => {
    const { space: read, block } = readVectorFile(await written(), 'x.vectors');
    expect(read).toBe(space);
    expect(block.hashes).toEqual([...blocks[0]!.hashes, ...blocks[1]!.hashes]);
    expect([...block.vectors]).toEqual([...Float32Array.of(0.6, 0.8, -1, 0, 0, 1)]);
  });

  test('has a JSON header after eight bytes of length', async () => {
    const bytes = await written();
    const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
    expect(header).toEqual({
      __metadata__: { format: 'complement-vectors', version: '1', space },
      hashes: { dtype: 'U8', shape: [3, 16], data_offsets: [0, 48] },
      vectors: { dtype: 'F32', shape: [3, 2], data_offsets: [48, 72] },
    });
    expect(bytes.length).toBe(8 + length + 72);
  });

  test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>, RegExp]>([
    ['cut', (bytes) => bytes.slice(0, -1), /3 vectors announced/],
    ['with something behind', (bytes) => Uint8Array.from([...bytes, 0]), /3 vectors announced/],
    ['of something else', () => new TextEncoder().encode('not a vector file at all'), /not a vector file/],
    ['empty', () => new Uint8Array(0), /too short/],
    [
      'with numbers that are none',
      (bytes) => {
        new DataView(bytes.buffer).setFloat32(bytes.length - 4, NaN, true);
        return bytes;
      },
      /not finite/,
    ],
  ])('%s: refused by name', async (_, damage, message) => {
    const damaged = damage(await written());
    expect(() => readVectorFile(damaged, 'mine.vectors')).toThrow(message);
    expect(() => readVectorFile(damaged, 'mine.vectors')).toThrow('mine.vectors');
  });
});
