import { compareCodePoints } from '$lib/serbench/code-point';
import { FORMS, type QueryForm } from '../query-text';
import { SELECTION_SEED, SELECTION_STATES, shuffled } from './draw';

export { SELECTION_SEED, SELECTION_STATES } from './draw';

/**
 * Which forms compete (section D.2): issue-only against state plus need for general retrievers, reasoning against
 * information need for agent-aware ones. The texts of `state-need` and `reasoning-need` are our templates. All eight
 * forms are our exploration, on a plain draw.
 */
export const FORM_SETS = {
  general: {
    label: 'General retriever: issue, or state plus need',
    forms: ['issue', 'state-need'],
    draw: 'repositories',
  },
  'agent-aware': {
    label: 'Agent-aware retriever: reasoning, or need',
    forms: ['reasoning-need', 'question'],
    draw: 'repositories',
  },
  exploratory: { label: 'All eight forms, exploratory', forms: FORMS, draw: 'states' },
} as const satisfies Record<
  string,
  { label: string; forms: readonly QueryForm[]; draw: 'repositories' | 'states' }
>;

export type FormSet = keyof typeof FORM_SETS;

export const isFormSet = (name: string): name is FormSet => Object.hasOwn(FORM_SETS, name);

/** What a choice of query form rests on; part of the method's configuration. */
export interface FormSelection {
  chosen: QueryForm;
  /** Mean value a form, in the order in which the forms were named. */
  means: { form: QueryForm; mean: number }[];
  states: string[];
}

/** `size` states drawn without replacement; the same for the same ids, whatever their order. */
export const drawStates = (
  stateIds: readonly string[],
  size = SELECTION_STATES,
  seed = SELECTION_SEED,
): string[] => shuffled([...new Set(stateIds)].sort(compareCodePoints), seed, size).sort(compareCodePoints);

/**
 * Picks the query form with the greatest mean on the drawn states; equal means go to the form named first. Whoever
 * calls it hands in what a ranking is worth: this function sees no certificate.
 *
 * @param value what a form's ranking of a state is worth, e.g. Complete@5 as 0 or 1
 * @throws RangeError without forms or states
 */
export function selectQueryForm(
  forms: readonly QueryForm[],
  states: readonly string[],
  value: (stateId: string, form: QueryForm) => number,
): FormSelection {
  const [first] = forms;
  if (first === undefined || states.length === 0) throw new RangeError('No state to choose a query form on.');
  const means = forms.map((form) => ({
    form,
    mean: states.reduce((sum, state) => sum + value(state, form), 0) / states.length,
  }));
  const best = means.reduce((top, one) => (one.mean > top.mean ? one : top));
  return { chosen: best.form, means, states: [...states] };
}
