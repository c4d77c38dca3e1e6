import type { Task } from '$lib/serbench/task';
import { textHash, vectorSpace } from './cache/space';
import type { VectorStore } from './cache/store';
import type { Encoder, TextKind } from './encoder';
import { searchesOf } from './endpoint/prices';
import { sampleOf, type Load } from './eta';
import { pairSpace, pairTexts, type PairScorer } from './second-stage/pair-scorer';

/** What one state asks of a model. */
export interface Ask {
  /** Null where only documents are read. */
  query: string | null;
  documents: readonly string[];
}

/** What a run still has to read: texts of an encoder, or pairs of a query and a unit. What is kept is left out. */
export interface Unread extends Load {
  /** A query that goes with the sample. */
  query: string;
  stored: number;
  /** Counted over all that would be sent; null where nobody asked for a count. */
  tokens: number | null;
  /** Searches, as rerank endpoints count them: a query with up to 100 units. */
  searches: number;
}

/** How many tokens a text has, about: the server's own tokenizer decides. */
export type Count = (text: string) => number;

/** An encoder as far as its cached vectors depend on it, and the characters that it keeps of a text. */
export interface ReadingEncoder extends Pick<Encoder, 'identity' | 'prefix'> {
  characters: number | null;
}

/** What an encoder has not read yet, each text once. */
export async function unreadByEncoder(
  asks: AsyncIterable<Ask>,
  encoder: ReadingEncoder,
  store: VectorStore,
  count: Count | null,
  task: Task,
): Promise<Unread> {
  const gather = gathering(count);
  const seen = new Set<string>();
  const spaces = { query: vectorSpace(encoder, 'query'), document: vectorSpace(encoder, 'document') };
  const look = async (texts: readonly string[], kind: TextKind): Promise<boolean> => {
    const hashes = await Promise.all(texts.map(textHash));
    const kept = await store.has(spaces[kind], hashes);
    let any = false;
    hashes.forEach((hash, i) => {
      if (seen.has(kind + hash)) return;
      seen.add(kind + hash);
      const text = encoder.prefix[kind] + (texts[i] ?? '');
      if (kept.has(hash)) gather.stored();
      else gather.missing(encoder.characters === null ? text : text.slice(0, encoder.characters));
      any ||= !kept.has(hash);
    });
    return any;
  };
  for await (const { query, documents } of asks) {
    await task.checkpoint();
    const fresh = [await look(query === null ? [] : [query], 'query'), await look(documents, 'document')];
    if (fresh.includes(true)) gather.search(query ?? '', 1);
  }
  return gather.result();
}

/** The pairs that a scorer has not scored yet. A query counts once with each unit, as rerank endpoints count. */
export async function unreadByScorer(
  asks: AsyncIterable<Ask>,
  scorer: Omit<PairScorer, 'score'>,
  store: VectorStore,
  count: Count | null,
  task: Task,
): Promise<Unread> {
  const gather = gathering(count);
  const space = pairSpace(scorer);
  for await (const { query, documents } of asks) {
    await task.checkpoint();
    if (query === null) continue;
    const hashes = await Promise.all(pairTexts(scorer, query, documents).map(textHash));
    const kept = await store.has(space, hashes);
    const missing = documents.filter((_, i) => !kept.has(hashes[i] ?? ''));
    for (let i = missing.length; i < documents.length; i += 1) gather.stored();
    if (missing.length === 0) continue;
    gather.search(query, searchesOf(scorer.listwise ? documents.length : missing.length));
    const asked = count === null ? 0 : count(query);
    for (const text of missing) gather.missing(text, asked);
  }
  return gather.result();
}

function gathering(count: Count | null) {
  const texts: string[] = [];
  let stored = 0;
  let tokens = 0;
  let searches = 0;
  let first: string | null = null;
  return {
    stored: () => (stored += 1),
    search: (query: string, units: number) => {
      searches += units;
      first ??= query;
    },
    missing: (text: string, besides = 0) => {
      texts.push(text);
      if (count !== null) tokens += count(text) + besides;
    },
    result: (): Unread => ({
      texts: texts.length,
      characters: texts.reduce((sum, { length }) => sum + length, 0),
      sample: sampleOf(texts),
      query: first ?? '',
      stored,
      tokens: count === null ? null : tokens,
      searches,
    }),
  };
}
