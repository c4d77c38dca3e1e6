import { cosineScores, tfIdf } from '../analysis/scores';
import { fullStateText } from '../query-text';
import type { View } from './view';

export const tfidfChar: View = {
  name: 'tfidf-char',
  label: 'TF-IDF: characters',
  help: 'As for words, over runs of 3 to 5 characters inside white-space borders: finds inflected and compound names.',
  formula: 'cosine of (1 + ln tf) (ln((1 + N) / (1 + df)) + 1) over char_wb 3- to 5-grams',
  source:
    "scikit-learn's TfidfVectorizer (analyzer char_wb, sublinear_tf, smooth_idf, l2), fitted to the pool.",
  parameters: [],
  needs: 'text',
  score(analysis) {
    const matrix = analysis.gramMatrix;
    const tokens = analysis.gramTokens(fullStateText(analysis.state));
    const weights = analysis.once('tfidf-char', () => tfIdf(matrix));
    return cosineScores(matrix, weights, analysis.gramQuery(matrix, tokens));
  },
};
