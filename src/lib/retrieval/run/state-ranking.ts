import type { StateAnalysis } from '../analysis/state-analysis';
import { maximalMarginalRelevance, type Likeness } from '../fusion/mmr';
import { observedLast, observedUnits } from '../fusion/observed-last';
import { fuseByRank, type Fused } from '../fusion/rrf';
import { orderSpoken, signalOf, type Signal } from '../rank';
import { wordLikeness } from '../rerank/likeness';
import { viewByName } from '../views/registry';
import type { Vectors } from '../views/view';
import type { Configuration, ViewChoice } from './configuration';

/** What one view says of one state. */
export interface ViewRanking {
  view: string;
  signal: Signal;
  /** Unit numbers, best first; only units with a score above 0. */
  order: number[];
  scores: Float64Array;
}

/** The views' rankings of one state: the dear part, which weights, k, depth and cap do not touch. */
export function rankViews(
  analysis: StateAnalysis,
  choices: readonly Pick<ViewChoice, 'name' | 'parameters'>[],
  vectors?: Vectors,
): ViewRanking[] {
  return choices.map(({ name, parameters }) => {
    const view = viewByName(name);
    if (view === undefined) throw new RangeError(`There is no view "${name}".`);
    const scores = view.score(analysis, parameters, vectors);
    return { view: name, signal: signalOf(scores), order: orderSpoken(scores, analysis.tieOrder), scores };
  });
}

/** Fuses rankings of views: the cheap part, run again at each move of a slider. */
export function fuseViews(
  rankings: readonly Pick<ViewRanking, 'view' | 'order'>[],
  tieOrder: ArrayLike<number>,
  configuration: Pick<Configuration, 'views' | 'fusion'>,
): Fused {
  const weights = new Map(configuration.views.map(({ name, weight }) => [name, weight]));
  const voices = rankings
    .map(({ view, order }) => ({ view, order, weight: weights.get(view) ?? 0 }))
    .filter(({ weight }) => weight > 0);
  return fuseByRank(voices, tieOrder, configuration.fusion);
}

export interface StateRanking {
  views: ViewRanking[];
  fused: Fused;
  /** After MMR and observed-last: the answer. */
  order: number[];
}

/** Ranks one state's pool by a configuration. */
export function rankState(
  analysis: StateAnalysis,
  configuration: Configuration,
  vectors?: Vectors,
): StateRanking {
  const views = rankViews(analysis, configuration.views, vectors);
  const fused = fuseViews(views, analysis.tieOrder, configuration);
  const observed = observedUnits(analysis.state);
  return { views, fused, order: finishOrder(fused, configuration, observed, () => wordLikeness(analysis)) };
}

/** MMR where lambda is under 1, then the observed units last where that is wanted. */
export function finishOrder(
  fused: Fused,
  { lambda, observedLast: last }: Pick<Configuration, 'lambda' | 'observedLast'>,
  observed: readonly boolean[],
  likeness: () => Likeness,
): number[] {
  const spread =
    lambda < 1 ? maximalMarginalRelevance(fused.order, fused.scores, lambda, likeness()) : fused.order;
  return last ? observedLast(spread, observed) : [...spread];
}
