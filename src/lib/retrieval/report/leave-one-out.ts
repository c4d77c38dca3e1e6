import type { Prediction } from '$lib/serbench/prediction';
import { without, type Configuration } from '../run/configuration';
import { fusedRows, type StateViews } from '../run/split-rankings';

/** Name of a fusion that lacks a view. */
export const withoutName = (view: string): string => `rrf without ${view}`;

/** The fusion and, for each view in it, the fusion without that view, as predictions to be scored alike. */
export function leaveOneOutRows(states: readonly StateViews[], configuration: Configuration): Prediction[] {
  const views = configuration.views.filter(({ weight }) => weight > 0);
  const parts = views.length < 2 ? [] : views;
  return [
    ...fusedRows(states, configuration, 'rrf'),
    ...parts.flatMap(({ name }) => fusedRows(states, without(configuration, name), withoutName(name))),
  ];
}
