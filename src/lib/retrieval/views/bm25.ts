import { bm25Scores } from '../analysis/scores';
import { queryText, type QueryForm } from '../query-text';
import { B, CODE_AWARE, K1 } from './parameters';
import { valueOf, type View } from './view';

/** BM25 of one query form over path and excerpt: four of the nine views differ in the query alone. */
export function bm25View(name: string, label: string, help: string, form: QueryForm): View {
  const view: View = {
    name,
    label,
    help,
    formula:
      'sum over query terms of qtf ln(1 + (N - df + 0.5) / (df + 0.5)) tf (k1 + 1) / (tf + k1 (1 - b + b len / avg))',
    source: 'Okapi BM25 with the idf of Lucene; statistics of the pool of the state.',
    parameters: [K1, B, CODE_AWARE],
    needs: 'text',
    score(analysis, given) {
      const kind = valueOf(view, given, 'codeAware') === 1 ? 'code' : 'words';
      const tokens = analysis.tokens(queryText(analysis.state, form), kind);
      const matrix = analysis.matrix(kind);
      const parameters = { k1: valueOf(view, given, 'k1'), b: valueOf(view, given, 'b') };
      return bm25Scores(matrix, analysis.query(matrix, tokens), parameters);
    },
  };
  return view;
}
