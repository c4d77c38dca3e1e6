/**
 * The yardstick of views.bench.ts: the eight lexical views written straight from their formulas with strings, maps
 * and regular expressions, one view after the other. Same scores, no thought for speed.
 */
import { looksLikeIdentifier } from '$lib/retrieval/text/code-tokens';
import { quotedLiterals } from '$lib/retrieval/text/literals';
import { fullStateText, queryText, type QueryForm } from '$lib/retrieval/query-text';
import { recency } from '$lib/retrieval/views/recency';
import { analyse } from '$lib/retrieval/analysis/analyser';
import type { State, Unit } from '$lib/serbench/state';

const documentOf = (unit: Unit): string => `${unit.source_path}\n${unit.content_excerpt}`;

const words = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.toLowerCase());

function countOf(tokens: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function documentFrequencies(documents: Map<string, number>[]): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const document of documents) {
    for (const term of document.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return frequencies;
}

const idf = (n: number, df: number): number => Math.log(1 + (n - df + 0.5) / (df + 0.5));

function bm25(state: State, form: QueryForm): number[] {
  const documents = state.candidate_evidence.map((unit) => words(documentOf(unit)));
  const counts = documents.map(countOf);
  const frequencies = documentFrequencies(counts);
  const average = documents.reduce((sum, document) => sum + document.length, 0) / documents.length;
  const query = countOf(words(queryText(state, form)));
  return counts.map((document, i) => {
    let score = 0;
    for (const [term, weight] of query) {
      const tf = document.get(term) ?? 0;
      if (tf === 0) continue;
      const length = documents[i]!.length / average;
      score +=
        (weight * idf(documents.length, frequencies.get(term)!) * tf * 2.2) /
        (tf + 1.2 * (0.25 + 0.75 * length));
    }
    return score;
  });
}

function tfIdf(state: State, tokensOf: (text: string) => string[]): number[] {
  const counts = state.candidate_evidence.map((unit) => countOf(tokensOf(documentOf(unit))));
  const frequencies = documentFrequencies(counts);
  const vectorOf = (terms: Map<string, number>): Map<string, number> => {
    const vector = new Map<string, number>();
    let square = 0;
    for (const [term, tf] of terms) {
      const df = frequencies.get(term);
      if (df === undefined) continue;
      const value = (1 + Math.log(tf)) * (Math.log((1 + counts.length) / (1 + df)) + 1);
      vector.set(term, value);
      square += value * value;
    }
    const norm = Math.sqrt(square);
    for (const [term, value] of vector) vector.set(term, value / norm);
    return vector;
  };
  const query = vectorOf(countOf(tokensOf(fullStateText(state))));
  return counts.map(vectorOf).map((document) => {
    let dot = 0;
    for (const [term, value] of document) dot += value * (query.get(term) ?? 0);
    return dot;
  });
}

function charGrams(text: string): string[] {
  const grams: string[] = [];
  for (const word of text.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const padded = [' ', ...word, ' '];
    for (let n = 3; n <= 5; n += 1) {
      for (let at = 0; at === 0 || at + n <= padded.length; at += 1)
        grams.push(padded.slice(at, at + n).join(''));
      if (padded.length <= n) break;
    }
  }
  return grams;
}

const COMPOUND = /[\p{L}\p{N}_]+(?:(?:[./\\]|::)[\p{L}\p{N}_]+)+/gu;

function compounds(text: string): string[] {
  return (text.match(COMPOUND) ?? [])
    .map((name) => name.replaceAll('\\', '/').toLowerCase())
    .flatMap((name) => (name.includes('/') ? [name, name.slice(name.lastIndexOf('/') + 1)] : [name]));
}

const literals = (text: string): string[] => quotedLiterals(text).filter((one) => /[\p{L}\p{N}_]/u.test(one));

function entities(state: State): number[] {
  const text = fullStateText(state);
  const names = (text.match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter(looksLikeIdentifier)
    .map((name) => name.toLowerCase());
  const query = new Set([...names, ...compounds(text), ...literals(text)]);
  const units = state.candidate_evidence.map(
    (unit) =>
      new Set([
        ...words(documentOf(unit)),
        ...compounds(unit.source_path),
        ...compounds(unit.content_excerpt),
        ...literals(unit.content_excerpt),
        ...(unit.symbol ? [unit.symbol.toLowerCase()] : []),
      ]),
  );
  let whole = 0;
  const scores = units.map(() => 0);
  for (const entity of query) {
    const holders = units.flatMap((unit, i) => (unit.has(entity) ? [i] : []));
    const weight = idf(units.length, holders.length);
    whole += weight;
    for (const i of holders) scores[i]! += weight;
  }
  return scores.map((score) => (whole === 0 ? 0 : score / whole));
}

/** Scores of each view, by its name. Recency reads no text, so its own code stands for itself. */
export const PLAIN_VIEWS: Record<string, (state: State) => ArrayLike<number>> = {
  'bm25-question': (state) => bm25(state, 'question'),
  'bm25-state': (state) => bm25(state, 'state'),
  'bm25-actions': (state) => bm25(state, 'actions'),
  'bm25-observations': (state) => bm25(state, 'observations'),
  'tfidf-word': (state) => tfIdf(state, words),
  'tfidf-char': (state) => tfIdf(state, charGrams),
  entity: entities,
  recency: (state) => recency.score(analyse(state), {}),
};
