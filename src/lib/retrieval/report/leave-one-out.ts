import type { Prediction } from '$lib/serbench/prediction';
import { without, type Configuration } from '../run/configuration';
import { fusionMethod } from '../run/method-name';
import { fusedRows, type StateViews } from '../run/split-rankings';

/** Name of a fusion that lacks a view, beside the whole one's name. */
export const withoutName = (whole: string, view: string): string => `${whole} without ${view}`;

/** The fusion under its own name and, for each view in it, the fusion without that view, as predictions to be scored alike. */
export function leaveOneOutRows(states: readonly StateViews[], configuration: Configuration): Prediction[] {
  const views = configuration.views.filter(({ weight }) => weight > 0);
  const parts = views.length < 2 ? [] : views;
  const whole = fusionMethod(configuration);
  return [
    ...fusedRows(states, configuration, whole),
    ...parts.flatMap(({ name }) => fusedRows(states, without(configuration, name), withoutName(whole, name))),
  ];
}
