import { bm25Scores } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import { observedLast, observedUnits } from '../fusion/observed-last';
import { dot } from '../views/dense';
import { entity } from '../views/entity';
import { coverOrder } from './cover';
import { COVER, WEIGHTS, type Feature } from './parameters';
import { standardScores } from './standard';
import type { StaticTexts, StaticVectors } from './texts';

export interface InstantRanking {
  /** Each feature's part of each unit's score: weight x standard score. */
  parts: Record<Feature, Float64Array>;
  /** Their sums. */
  scores: Float64Array;
  /** Covered lines held back, observed units last. */
  order: number[];
}

function features(
  analysis: StateAnalysis,
  { starts, pathOf }: StaticTexts,
  { queries, paths, passages }: StaticVectors,
): Record<Feature, Float64Array> {
  const units = analysis.units;
  const bestPassage = (query: Float32Array): Float64Array =>
    Float64Array.from(units, (_, unit) => {
      let best = -1;
      for (let i = starts[unit] ?? 0; i < (starts[unit + 1] ?? 0); i += 1) {
        best = Math.max(best, dot(query, passages[i] ?? query));
      }
      return best;
    });
  const [issue, subject, need] = queries;
  const byPath = paths.map((path) => dot(issue, path));
  const matrix = analysis.matrix('code');
  return {
    passageIssue: bestPassage(issue),
    passageSubject: bestPassage(subject),
    passageNeed: bestPassage(need),
    pathIssue: Float64Array.from(pathOf, (path) => byPath[path] ?? 0),
    termsIssue: bm25Scores(matrix, analysis.query(matrix, analysis.tokens(analysis.state.issue, 'code'))),
    entities: entity.score(analysis, {}),
    size: Float64Array.from(units, ({ line_start, line_end, content_excerpt }) => {
      const lines =
        line_start === undefined || line_end === undefined
          ? content_excerpt.split('\n').length
          : line_end - line_start + 1;
      return Math.log(Math.max(1, lines));
    }),
  };
}

const FEATURES = Object.keys(WEIGHTS) as Feature[];

/** complement-fused, instant: lexical features and the static encoder's vectors; no transformer. */
export function rankInstant(
  analysis: StateAnalysis,
  texts: StaticTexts,
  vectors: StaticVectors,
): InstantRanking {
  const parts = features(analysis, texts, vectors);
  const scores = new Float64Array(analysis.units.length);
  for (const feature of FEATURES) {
    const standard = standardScores(parts[feature], analysis.tieOrder);
    parts[feature] = standard.map((score) => score * WEIGHTS[feature]);
    parts[feature].forEach((part, unit) => (scores[unit] = (scores[unit] ?? 0) + part));
  }
  const order = coverOrder(analysis.units, scores, analysis.tieOrder, COVER);
  return { parts, scores, order: observedLast(order, observedUnits(analysis.state)) };
}
