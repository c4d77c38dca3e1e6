import type { SplitRecord } from '$lib/data/schema';
import { drawRepositories } from '$lib/retrieval/rankers/draw-repositories';
import { SELECTION_STATES } from '$lib/retrieval/rankers/draw';
import {
  drawStates,
  FORM_SETS,
  selectQueryForm,
  type FormSet,
} from '$lib/retrieval/rankers/query-form-selection';
import type { Consent } from '../embedding/consent.svelte';
import { formMethod, rowsByForm, type FormChoice } from './form-rankers';
import { formValues } from './form-values';
import { freezeForm, type FrozenForm } from './frozen';
import type { Hooks } from './hooks';
import { itemsOf } from './items';
import type { Made } from './made';
import type { Ranked, Retriever } from './retriever.svelte';

/** What is to be chosen: with which ranker, among which forms, on which draw. */
export interface FormQuestion {
  split: SplitRecord;
  ranked: Ranked | null;
  choice: FormChoice;
  set: FormSet;
  seed: number;
  /** When it is asked: part of the frozen choice. */
  now: Date;
}

/** The form of a set with the greatest Complete@5 on a drawn part of a labelled split, as a frozen choice. */
export async function choseForm(
  retriever: Retriever,
  { split, ranked, choice, set, seed, now }: FormQuestion,
  consent: Consent,
  hooks: Hooks,
): Promise<FrozenForm> {
  const { forms, draw } = FORM_SETS[set];
  const repositories = await retriever.worker().call('repositories', [itemsOf(split)], hooks);
  const drawn =
    draw === 'repositories'
      ? drawRepositories(repositories, SELECTION_STATES, seed)
      : { states: drawStates(retriever.stateIds, SELECTION_STATES, seed), repositories: null };
  const request = { split, ranked, choice, ids: drawn.states, forms };
  const rows = await rowsByForm(retriever, request, consent, hooks);
  const { sheet } = await retriever.scoring.score(split, rows, hooks);
  const { chosen, means, states } = selectQueryForm(forms, drawn.states, formValues(sheet, 'mss_complete@5'));
  const ranker = { key: choice.key, label: choice.label };
  const found = { kind: 'form' as const, ranker, set, chosen, means, states, seed };
  return freezeForm({ ...found, repositories: drawn.repositories }, split, now.toISOString());
}

/** A frozen choice applied: all states of the open split by the ranker in the chosen form, under its own method name. */
export async function rankedByForm(
  retriever: Retriever,
  { split, ranked, choice }: Pick<FormQuestion, 'split' | 'ranked' | 'choice'>,
  frozen: FrozenForm,
  consent: Consent,
  hooks: Hooks,
): Promise<Made> {
  const request = { split, ranked, choice, ids: [...retriever.stateIds], forms: [frozen.chosen] };
  const rows = await rowsByForm(retriever, request, consent, hooks);
  const method = formMethod(choice, frozen.chosen, ranked);
  const { hash, date, split: from, set, seed } = frozen;
  const besides = {
    ranker: frozen.ranker,
    form: frozen.chosen,
    selection: { hash, date, split: from, set, seed },
  };
  return {
    label: method,
    method,
    origin: 'query form',
    besides,
    rows: rows.map((row) => ({ ...row, method })),
  };
}
