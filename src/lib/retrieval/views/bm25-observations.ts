import { bm25View } from './bm25';

export const bm25Observations = bm25View(
  'bm25-observations',
  'BM25: observations',
  'What the agent has seen.',
  'observations',
);
