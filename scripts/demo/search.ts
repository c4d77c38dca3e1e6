import { compareCodePoints } from '../../src/lib/serbench/code-point';
import type { Chunk } from './units';

const tokens = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
/** Splits camelCase and snake_case besides keeping the whole word. */
export const codeTokens = (text: string) =>
  (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) => {
    const parts = word.split(/_+|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part !== '');
    return parts.length > 1 ? [word, ...parts].map((part) => part.toLowerCase()) : [word.toLowerCase()];
  });

export interface Hit {
  chunk: Chunk;
  score: number;
}

/**
 * BM25 (k1 1.2, b 0.75) over path and text; all chunks, best first, ties by id. This is the scripted agent's
 * search tool and the order in which pools are filled; it is not one of the methods under test.
 */
export function search(
  chunks: readonly Chunk[],
  query: string,
  tokenise: (text: string) => string[] = tokens,
): Hit[] {
  const documents = chunks.map((chunk) => tokenise(`${chunk.path}\n${chunk.excerpt}`));
  const average = documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
  const frequency = new Map<string, number>();
  for (const words of documents)
    for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const terms = [...new Set(tokenise(query))];
  return chunks
    .map((chunk, index) => {
      const words = documents[index] ?? [];
      let score = 0;
      for (const term of terms) {
        const tf = words.filter((word) => word === term).length;
        const df = frequency.get(term) ?? 0;
        const idf = Math.log(1 + (chunks.length - df + 0.5) / (df + 0.5));
        score += (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * words.length) / average));
      }
      return { chunk, score };
    })
    .sort((a, b) => b.score - a.score || compareCodePoints(a.chunk.id, b.chunk.id));
}
