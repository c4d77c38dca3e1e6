import { bm25View } from './bm25';

export const bm25State = bm25View(
  'bm25-state',
  'BM25: full state',
  'Everything the state card says.',
  'state',
);
