/**
 * The nine views of the publication (sections 5.1 and E.1: BM25 over question, state, actions and observations, word
 * and character TF-IDF, dense, entity, recency), pinned by name: a view that is added to the registry is no part of the
 * published fusion.
 */
export const PUBLISHED_VIEWS = [
  'bm25-question',
  'bm25-state',
  'bm25-actions',
  'bm25-observations',
  'tfidf-word',
  'tfidf-char',
  'dense',
  'entity',
  'recency',
] as const;

/** Those of the nine that read text alone: what can be fused before an encoder is there. */
export const PUBLISHED_TEXT_VIEWS = PUBLISHED_VIEWS.filter((name) => name !== 'dense');
