import { cosineScores, tfIdf } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import { fullStateText } from '../query-text';
import { CODE_AWARE } from './parameters';
import { valueOf, type View } from './view';

/** Cosines of a text and the pool's units in weighted words. */
export function wordCosines(analysis: StateAnalysis, text: string, code: boolean): Float64Array {
  const matrix = code ? analysis.matrix('code') : analysis.loweredMatrix;
  const tokens = code ? analysis.tokens(text, 'code') : analysis.loweredTokens(text);
  const weights = analysis.once(code ? 'tfidf-code' : 'tfidf-words', () => tfIdf(matrix));
  return cosineScores(matrix, weights, analysis.query(matrix, tokens));
}

export const tfidfWord: View = {
  name: 'tfidf-word',
  label: 'TF-IDF: words',
  help: 'Angle between the full state and the unit in weighted words.',
  formula: 'cosine of (1 + ln tf) (ln((1 + N) / (1 + df)) + 1)',
  source: "scikit-learn's TfidfVectorizer (sublinear_tf, smooth_idf, l2), fitted to the pool of the state.",
  parameters: [CODE_AWARE],
  needs: 'text',
  score: (analysis, given) =>
    wordCosines(analysis, fullStateText(analysis.state), valueOf(tfidfWord, given, 'codeAware') === 1),
};
