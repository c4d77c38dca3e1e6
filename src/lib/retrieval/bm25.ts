import { exactLog } from './text/exact-log';

export interface Bm25Parameters {
  /** Saturation of the term frequency. */
  k1: number;
  /** Length normalisation, 0 to 1. */
  b: number;
}

export const BM25_DEFAULTS: Bm25Parameters = { k1: 1.2, b: 0.75 };

const idfByPool: Float64Array[] = [];

/** ln(1 + (N - df + 0.5) / (df + 0.5)) for a pool of `n` documents: never negative, as Lucene has it. */
export function inverseDocumentFrequency(n: number, df: number): number {
  const row = (idfByPool[n] ??= new Float64Array(n + 1).fill(NaN));
  const known = row[df] ?? NaN;
  if (!Number.isNaN(known)) return known;
  const value = exactLog(1 + (n - df + 0.5) / (df + 0.5));
  row[df] = value;
  return value;
}

function count(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/**
 * Okapi BM25 with query-term counts as weights, one score a document. Terms are added in the order in which the query
 * first names them and each product in the order written, so that the sums are the starter baseline's to the digit.
 */
export function bm25(
  query: readonly string[],
  documents: readonly (readonly string[])[],
  { k1, b } = BM25_DEFAULTS,
) {
  const n = documents.length;
  const average = documents.reduce((sum, document) => sum + document.length, 0) / n;
  const counts = documents.map(count);
  const terms = [...count(query)].map(([term, weight]) => {
    const df = counts.reduce((sum, document) => sum + (document.has(term) ? 1 : 0), 0);
    return { term, factor: weight * inverseDocumentFrequency(n, df) };
  });
  return counts.map((document, index) => {
    const length = documents[index]?.length ?? 0;
    let score = 0;
    for (const { term, factor } of terms) {
      const tf = document.get(term);
      if (tf !== undefined)
        score += (factor * (tf * (k1 + 1))) / (tf + k1 * (1 - b + (b * length) / average));
    }
    return score;
  });
}
