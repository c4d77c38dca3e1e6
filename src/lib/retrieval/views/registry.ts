import { bm25Actions } from './bm25-actions';
import { bm25Observations } from './bm25-observations';
import { bm25Question } from './bm25-question';
import { bm25State } from './bm25-state';
import { dense } from './dense';
import { entity } from './entity';
import { recency } from './recency';
import { tfidfChar } from './tfidf-char';
import { tfidfWord } from './tfidf-word';
import type { View } from './view';

/**
 * All views that can be chosen. A further view is one file and one line here; the published fusion stays the nine of
 * `run/published.ts`.
 */
export const VIEWS: readonly View[] = [
  bm25Question,
  bm25State,
  bm25Actions,
  bm25Observations,
  tfidfWord,
  tfidfChar,
  dense,
  entity,
  recency,
];

/** The eight that read text alone. */
export const LEXICAL_VIEWS: readonly View[] = VIEWS.filter((view) => view.needs === 'text');

export const viewByName = (name: string): View | undefined => VIEWS.find((view) => view.name === name);
