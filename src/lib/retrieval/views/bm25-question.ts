import { bm25View } from './bm25';

export const bm25Question = bm25View(
  'bm25-question',
  'BM25: question',
  'What the agent asks for, in words.',
  'question',
);
