import type { Task } from '$lib/serbench/task';
import { textHash } from '../cache/space';
import type { VectorStore } from '../cache/store';
import { pairSpace, pairTexts, type PairScorer } from './pair-scorer';

/** New scores are stored after this many pairs. */
const PAIRS_A_BLOCK = 32;

/**
 * A scorer that asks the store first and keeps what it makes, so that a run that was broken off goes on where it
 * was. Scores are kept as single floats, and given as such the first time too: the same order, kept or made.
 */
export function cachedScorer(
  inner: PairScorer,
  store: VectorStore,
  onStoreError: (error: unknown) => void = () => undefined,
): PairScorer & { readonly counts: { stored: number; made: number } } {
  const space = pairSpace(inner);
  const counts = { stored: 0, made: 0 };

  async function score(query: string, documents: readonly string[], task: Task): Promise<number[]> {
    const hashes = await Promise.all(pairTexts(inner, query, documents).map(textHash));
    const found = await store.find(space, hashes);
    const known = new Map([...found].map(([hash, vector]) => [hash, vector[0] ?? 0]));
    const missing = new Map<string, string>();
    hashes.forEach((hash, i) => {
      if (!known.has(hash)) missing.set(hash, documents[i] ?? '');
    });
    counts.stored += documents.length - missing.size;
    const wanted = [...missing];
    const size = inner.listwise ? Math.max(1, wanted.length) : PAIRS_A_BLOCK;
    for (let from = 0; from < wanted.length; from += size) {
      await task.checkpoint();
      const block = wanted.slice(from, from + size);
      const texts = inner.listwise ? documents : block.map(([, text]) => text);
      const quiet = { ...task, progress: () => undefined };
      const made = (await inner.score(query, texts, quiet)).map(Math.fround);
      const rows = inner.listwise ? hashes : block.map(([hash]) => hash);
      rows.forEach((hash, i) => known.set(hash, made[i] ?? 0));
      counts.made += block.length;
      try {
        await store.add(space, { hashes: [...rows], dimensions: 1, vectors: Float32Array.from(made) });
      } catch (error) {
        onStoreError(error);
      }
      task.progress({ done: from + block.length, total: wanted.length, unit: 'units' });
    }
    return hashes.map((hash) => known.get(hash) ?? 0);
  }
  const { kind, identity, prefix, listwise } = inner;
  return { kind, identity, prefix, listwise, counts, score };
}
