import { VIEWS } from '$lib/retrieval/views/registry';
import { defaultConfiguration } from './defaults';
import type { Configuration } from './schema';

type Ranking = Configuration['ranking'];

/** Whether a ranking has the view. */
export const hasView = (ranking: Ranking, name: string): boolean => ranking.views.includes(name);

/**
 * The ranking with a view put in or left out: views in the registry's order, and `source` saying how many of the nine
 * there are. The last view stays: a ranking is made of something. A weight of a view that is left out goes with it.
 */
export function withView(ranking: Ranking, name: string, on: boolean): Ranking {
  const wanted = new Set(ranking.views);
  if (on) wanted.add(name);
  else wanted.delete(name);
  const views = VIEWS.map((view) => view.name).filter((one) => wanted.has(one));
  if (views.length === 0) return ranking;
  const weights = Object.fromEntries(Object.entries(ranking.weights).filter(([view]) => wanted.has(view)));
  return { ...ranking, views, weights, source: sourceOf(views) };
}

/** The ranking with another weight of a view; 1 is what a view has without one, and leaves no trace. */
export function withWeight(ranking: Ranking, name: string, weight: number): Ranking {
  const { [name]: _old, ...others } = ranking.weights;
  return { ...ranking, weights: weight === 1 ? others : { ...others, [name]: weight } };
}

/** The published words for all nine, so that going back gives the published configuration. */
function sourceOf(views: readonly string[]): string {
  const { source } = defaultConfiguration().ranking;
  return views.length === VIEWS.length ? source : source.replace('of nine', `of ${views.length} of nine`);
}
