import { describe, expect, test } from 'vitest';
import { CachedEncoder } from '$lib/embedding/cache/cached-encoder';
import { memoryStore } from '$lib/embedding/cache/memory';
import type { Encoder } from '$lib/embedding/encoder';
import { cachedScorer } from '$lib/embedding/second-stage/cached-scorer';
import type { PairScorer } from '$lib/embedding/second-stage/pair-scorer';
import { unreadByEncoder, unreadByScorer, type Ask } from '$lib/embedding/unread';
import { quietTask } from '$lib/serbench/task';

async function* asksOf(...asks: Ask[]) {
  for (const ask of asks) yield await Promise.resolve(ask);
}
const ASKS = [
  { query: 'why', documents: ['aa', 'bbbb', 'aa'] },
  { query: 'how', documents: ['aa', 'cccccc'] },
];
/** A token a character. */
const count = (text: string) => text.length;

const identity = { model: 'm', revision: 'r', dtype: 'fp32', how: 'mean@9' };
const encoder: Encoder = {
  identity,
  dimensions: 1,
  prefix: { query: 'q:', document: '' },
  encode: (texts) =>
    Promise.resolve({ vectors: new Float32Array(texts.length), dimensions: 1, tokens: 0, cut: 0 }),
  dispose: () => Promise.resolve(),
};
const reading = { identity, prefix: encoder.prefix, characters: null };

describe('what an encoder has not read yet', () => {
  test('each text once, with its prefix; what is kept is left out', async () => {
    const store = memoryStore();
    const before = await unreadByEncoder(asksOf(...ASKS), reading, store, count, quietTask());
    expect(before).toMatchObject({ texts: 5, stored: 0, characters: 22, tokens: 22, searches: 2 });
    await new CachedEncoder(encoder, store).encode(['aa', 'cccccc'], 'document', quietTask());
    const after = await unreadByEncoder(asksOf(...ASKS), reading, store, count, quietTask());
    expect(after).toMatchObject({ texts: 3, stored: 2, characters: 14, tokens: 14 });
    expect(after.sample.toSorted()).toEqual(['bbbb', 'q:how', 'q:why']);
  });

  test('only as many characters as an endpoint is sent; no count where none is wanted', async () => {
    const short = { ...reading, characters: 3 };
    const unread = await unreadByEncoder(asksOf(...ASKS), short, memoryStore(), count, quietTask());
    expect(unread).toMatchObject({ texts: 5, characters: 14, tokens: 14 });
    const uncounted = await unreadByEncoder(asksOf(...ASKS), short, memoryStore(), null, quietTask());
    expect(uncounted.tokens).toBeNull();
  });
});

describe('the pairs that a scorer has not scored yet', () => {
  const scorer = (listwise: boolean): PairScorer => ({
    kind: 'cross-encoder',
    identity,
    prefix: { query: '', document: '' },
    listwise,
    score: (_, documents) => Promise.resolve(documents.map(() => 1)),
  });

  test('the query counts with each unit; a scored state costs nothing', async () => {
    const store = memoryStore();
    const before = await unreadByScorer(asksOf(...ASKS), scorer(true), store, count, quietTask());
    expect(before).toMatchObject({ texts: 5, stored: 0, tokens: 16 + 5 * 3, searches: 2, query: 'why' });
    await cachedScorer(scorer(true), store).score('why', ASKS[0]!.documents, quietTask());
    const after = await unreadByScorer(asksOf(...ASKS), scorer(true), store, count, quietTask());
    expect(after).toMatchObject({ texts: 2, stored: 3, tokens: 8 + 2 * 3, searches: 1, query: 'how' });
  });

  test('more than 100 units are several searches', async () => {
    const documents = Array.from({ length: 201 }, (_, i) => `unit ${i}`);
    const long = { query: 'q', documents };
    const unread = await unreadByScorer(asksOf(long), scorer(true), memoryStore(), null, quietTask());
    expect(unread.searches).toBe(3);
  });
});
