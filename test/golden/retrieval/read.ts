import { readFileSync } from 'node:fs';
import type { State } from '$lib/serbench/state';

/** Rows of a golden JSONL file, below test/golden/data. */
export const golden = (path: string): unknown[] => rows(new URL(`../data/${path}`, import.meta.url));

export const goldenStates = (): State[] => golden('views/items.jsonl') as State[];

function rows(url: URL): unknown[] {
  const lines = readFileSync(url, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}

export interface GoldenViews {
  state_id: string;
  ids: string[];
  full_state: string;
  bm25_starter: number[];
  bm25_question: number[];
  bm25_state: number[];
  tfidf_word: number[];
  tfidf_char: number[];
  rrf_of_four: { evidence_id: string; score: number }[];
}

/** What `views.json` holds, one entry a state of `goldenStates`. */
export const goldenViews = (): GoldenViews[] =>
  JSON.parse(readFileSync(new URL('../data/views/views.json', import.meta.url), 'utf8')) as GoldenViews[];
