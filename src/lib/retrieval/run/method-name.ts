import type { QueryForm } from '../query-text';
import type { Configuration, ViewChoice } from './configuration';
import { PUBLISHED_VIEWS } from './published';

/** The name of a ranker that was asked in a chosen query form: `bm25(issue)`, `dense(state-need)`. */
export const formedMethod = (ranker: string, form: QueryForm): string => `${ranker}(${form})`;

/** The method name of one view alone: with its query form where that is not the view's own. */
export const viewMethod = ({ name, form }: Pick<ViewChoice, 'name' | 'form'>): string =>
  form === undefined || form === 'dense' ? name : formedMethod(name, form);

/** The part of a configuration that a fusion's name depends on. */
type Named = Pick<Configuration, 'views' | 'lambda'>;

/** The name of a ranking after MMR; lambda 1 changes nothing, neither the ranking nor its name. */
export const mmrMethod = (first: string, lambda: number): string =>
  lambda >= 1 ? first : `mmr-${lambda}(${first})`;

/**
 * The method name of a fusion: `rrf` for the published nine and for them alone, else `rrf-N` with the number of views
 * that have a weight; `mmr-lambda(...)` around it where lambda is under 1. Weights, parameters, k, depth and cap stand
 * in the configuration, not in the name.
 */
export function fusionMethod({ views, lambda }: Named): string {
  const names = new Set(views.filter(({ weight }) => weight > 0).map(({ name }) => name));
  const published = names.size === PUBLISHED_VIEWS.length && PUBLISHED_VIEWS.every((name) => names.has(name));
  return mmrMethod(published ? 'rrf' : `rrf-${names.size}`, lambda);
}
