import { exactLog } from '../text/exact-log';
import type { Query, TermMatrix } from './term-matrix';

export interface Bm25Parameters {
  /** Saturation of the term frequency. */
  k1: number;
  /** Length normalisation, 0 to 1. */
  b: number;
}

export const BM25_DEFAULTS: Bm25Parameters = { k1: 1.2, b: 0.75 };

const idfByPool: (Float64Array | undefined)[] = [];

/** ln(1 + (N - df + 0.5) / (df + 0.5)) for a pool of `n` documents: never negative, as Lucene has it. */
export function inverseDocumentFrequency(n: number, df: number): number {
  const row = (idfByPool[n] ??= new Float64Array(n + 1).fill(NaN));
  const known = row[df] ?? NaN;
  if (!Number.isNaN(known)) return known;
  const value = exactLog(1 + (n - df + 0.5) / (df + 0.5));
  row[df] = value;
  return value;
}

/**
 * Okapi BM25 with query-term counts as weights, one score a document. Terms are added in the order in which the query
 * first names them and each product in the order written, so that the sums are the starter baseline's to the digit.
 */
export function bm25Scores(matrix: TermMatrix, query: Query, { k1, b } = BM25_DEFAULTS): Float64Array {
  const { documents, starts, terms, counts, lengths, frequencies } = matrix;
  const scores = new Float64Array(documents);
  const places = new Int32Array(frequencies.length);
  query.terms.forEach((term, place) => (places[term] = place + 1));
  const factors = query.terms.map(() => 0);
  const weights = Float64Array.from(factors, (_, place) => {
    const df = frequencies[query.terms[place] ?? 0] ?? 0;
    return (query.counts[place] ?? 0) * inverseDocumentFrequency(documents, df);
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents;
  const found = new Int32Array(query.terms.length);
  for (let d = 0; d < documents; d += 1) {
    for (let i = starts[d] ?? 0; i < (starts[d + 1] ?? 0); i += 1) {
      const place = places[terms[i] ?? 0] ?? 0;
      if (place > 0) found[place - 1] = counts[i] ?? 0;
    }
    const norm = k1 * (1 - b + (b * (lengths[d] ?? 0)) / average);
    let score = 0;
    for (let place = 0; place < found.length; place += 1) {
      const tf = found[place] ?? 0;
      if (tf === 0) continue;
      score += ((weights[place] ?? 0) * (tf * (k1 + 1))) / (tf + norm);
      found[place] = 0;
    }
    scores[d] = score;
  }
  return scores;
}

const SUBLINEAR = Float64Array.from({ length: 4096 }, (_, tf) => (tf === 0 ? 0 : 1 + Math.log(tf)));

const sublinear = (tf: number): number => SUBLINEAR[tf] ?? 1 + Math.log(tf);

/** TF-IDF of a matrix: each term's idf, each row's Euclidean norm. */
export interface TfIdf {
  idf: Float64Array;
  norms: Float64Array;
}

/** scikit-learn's definition: (1 + ln tf) x (ln((1 + N) / (1 + df)) + 1), rows to be divided by their norm. */
export function tfIdf({ documents, starts, terms, counts, frequencies }: TermMatrix): TfIdf {
  const byFrequency = Float64Array.from(
    { length: documents + 1 },
    (_, df) => Math.log((1 + documents) / (1 + df)) + 1,
  );
  const idf = new Float64Array(frequencies.length);
  for (let term = 0; term < idf.length; term += 1)
    idf[term] = byFrequency[frequencies[term] as number] as number;
  const norms = new Float64Array(documents);
  for (let d = 0; d < documents; d += 1) {
    const end = starts[d + 1] as number;
    let square = 0;
    for (let i = starts[d] as number; i < end; i += 1) {
      const value = sublinear(counts[i] as number) * (idf[terms[i] as number] as number);
      square += value * value;
    }
    norms[d] = Math.sqrt(square);
  }
  return { idf, norms };
}

/** Cosine of a query with each document; 0 where either holds no known term. */
export function cosineScores(matrix: TermMatrix, { idf, norms }: TfIdf, query: Query): Float64Array {
  // Of each term: its weight in the query times its idf, 0 for terms that the query lacks.
  const weights = new Float64Array(idf.length);
  let square = 0;
  query.terms.forEach((term, place) => {
    const weight = sublinear(query.counts[place] ?? 0) * (idf[term] ?? 0);
    weights[term] = weight * (idf[term] ?? 0);
    square += weight * weight;
  });
  const queryNorm = Math.sqrt(square);
  const { documents, starts, terms, counts } = matrix;
  const scores = new Float64Array(documents);
  if (queryNorm === 0) return scores;
  for (let d = 0; d < documents; d += 1) {
    const end = starts[d + 1] as number;
    let dot = 0;
    for (let i = starts[d] as number; i < end; i += 1) {
      const weight = weights[terms[i] as number] as number;
      if (weight !== 0) dot += weight * sublinear(counts[i] as number);
    }
    const norm = norms[d] ?? 0;
    scores[d] = norm === 0 ? 0 : dot / (norm * queryNorm);
  }
  return scores;
}
