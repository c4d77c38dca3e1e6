import { compareCodePoints } from '$lib/serbench/code-point';
import { Pcg64 } from '$lib/statistics/random/pcg64';
import { QUERY_FORMS, type QueryForm } from '../query-text';

/** The publication picks on 75 states of Cal500. */
export const SELECTION_STATES = 75;
export const SELECTION_SEED = 20_260_101;

/** What a choice of query form rests on; part of the method's configuration. */
export interface FormSelection {
  chosen: QueryForm;
  /** Mean value a form, all forms. */
  means: Record<QueryForm, number>;
  states: string[];
  seed: number;
}

/** `size` states drawn without replacement; the same for the same ids, whatever their order. */
export function drawStates(
  stateIds: readonly string[],
  size = SELECTION_STATES,
  seed = SELECTION_SEED,
): string[] {
  const ids = [...new Set(stateIds)].sort(compareCodePoints);
  const random = new Pcg64(seed);
  const count = Math.min(size, ids.length);
  for (let i = 0; i < count; i += 1) {
    const left = ids.length - i;
    // Rejection: every place is equally likely.
    const limit = 2 ** 32 - (2 ** 32 % left);
    let draw = random.next32();
    while (draw >= limit) draw = random.next32();
    const j = i + (draw % left);
    const held = ids[i] ?? '';
    ids[i] = ids[j] ?? '';
    ids[j] = held;
  }
  return ids.slice(0, count).sort(compareCodePoints);
}

/**
 * Picks the query form with the greatest mean on a drawn subset; equal means go to the form named first. Whoever
 * calls it hands in what a ranking is worth: this function sees no certificate.
 *
 * @param value what a form's ranking of a state is worth, e.g. Complete@5 as 0 or 1
 */
export async function selectQueryForm(
  stateIds: readonly string[],
  value: (stateId: string, form: QueryForm) => Promise<number>,
  size = SELECTION_STATES,
  seed = SELECTION_SEED,
): Promise<FormSelection> {
  const states = drawStates(stateIds, size, seed);
  if (states.length === 0) throw new RangeError('No state to choose a query form on.');
  const forms = Object.keys(QUERY_FORMS) as QueryForm[];
  const means = {} as Record<QueryForm, number>;
  for (const form of forms) {
    let sum = 0;
    for (const state of states) sum += await value(state, form);
    means[form] = sum / states.length;
  }
  const chosen = forms.reduce((best, form) => (means[form] > means[best] ? form : best));
  return { chosen, means, states, seed };
}
