import { cosineScores, tfIdf } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import { fullStateText } from '../query-text';
import type { View } from './view';

/** Cosines of a text and the pool's units in weighted runs of characters. */
export function gramCosines(analysis: StateAnalysis, text: string): Float64Array {
  const matrix = analysis.gramMatrix;
  const weights = analysis.once('tfidf-char', () => tfIdf(matrix));
  return cosineScores(matrix, weights, analysis.gramQuery(matrix, analysis.gramTokens(text)));
}

export const tfidfChar: View = {
  name: 'tfidf-char',
  label: 'TF-IDF: characters',
  help: 'As for words, over runs of 3 to 5 characters inside white-space borders: finds inflected and compound names.',
  formula: 'cosine of (1 + ln tf) (ln((1 + N) / (1 + df)) + 1) over char_wb 3- to 5-grams',
  source:
    "scikit-learn's TfidfVectorizer (analyzer char_wb, sublinear_tf, smooth_idf, l2), fitted to the pool.",
  parameters: [],
  needs: 'text',
  score: (analysis) => gramCosines(analysis, fullStateText(analysis.state)),
};
