import { bm25View } from './bm25';

export const bm25Actions = bm25View(
  'bm25-actions',
  'BM25: prior actions',
  'What the agent searched for and opened.',
  'actions',
);
