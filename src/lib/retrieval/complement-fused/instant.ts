import { bm25Scores } from '../analysis/scores';
import type { StateAnalysis } from '../analysis/state-analysis';
import { observedLast, observedUnits } from '../fusion/observed-last';
import { dot } from '../views/dense';
import { entity } from '../views/entity';
import { coverOrder } from './cover';
import { linkScores } from './links';
import { COVER, SHARPNESS, WEIGHTS, type Feature } from './parameters';
import { maximum, softMaximum } from './soft-maximum';
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

type FirstFeature = Exclude<Feature, 'links'>;

function features(
  analysis: StateAnalysis,
  { starts, pathOf }: StaticTexts,
  { queries, paths, passages }: StaticVectors,
): Record<FirstFeature, Float64Array> {
  const units = analysis.units;
  /** Of each unit, what its passages' cosines with a query come to. */
  const passagesBy = (query: Float32Array, together: (cosines: number[]) => number): Float64Array =>
    Float64Array.from(units, (_, unit) =>
      together(passages.slice(starts[unit], starts[unit + 1]).map((passage) => dot(query, passage))),
    );
  const all = (cosines: number[]): number => softMaximum(cosines, SHARPNESS);
  const [issue, subject, need] = queries;
  const byPath = paths.map((path) => dot(issue, path));
  const matrix = analysis.matrix('code');
  return {
    passageIssue: passagesBy(issue, all),
    passageSubject: passagesBy(subject, maximum),
    passageNeed: passagesBy(need, maximum),
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

/** complement-fused, instant: lexical features and the static encoder's vectors; no transformer. */
export function rankInstant(
  analysis: StateAnalysis,
  texts: StaticTexts,
  vectors: StaticVectors,
): InstantRanking {
  const { units, tieOrder, state } = analysis;
  const scores = new Float64Array(units.length);
  const add = (feature: Feature, raw: Float64Array): Float64Array => {
    const part = standardScores(raw, tieOrder).map((score) => score * WEIGHTS[feature]);
    part.forEach((value, unit) => (scores[unit] = (scores[unit] ?? 0) + value));
    return part;
  };
  const first = features(analysis, texts, vectors);
  const parts = {
    passageIssue: add('passageIssue', first.passageIssue),
    passageSubject: add('passageSubject', first.passageSubject),
    passageNeed: add('passageNeed', first.passageNeed),
    pathIssue: add('pathIssue', first.pathIssue),
    termsIssue: add('termsIssue', first.termsIssue),
    entities: add('entities', first.entities),
    size: add('size', first.size),
    // Last: it asks which units the others favour.
    links: add('links', linkScores(analysis, scores)),
  };
  const order = coverOrder(units, scores, tieOrder, COVER);
  return { parts, scores, order: observedLast(order, observedUnits(state)) };
}
