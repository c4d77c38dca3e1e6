import type { Prediction } from '$lib/serbench/prediction';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { analyse } from '../analysis/analyser';
import { documentText, type StateAnalysis } from '../analysis/state-analysis';
import { FORMS, queryText, type QueryForm } from '../query-text';
import { orderSpoken } from '../rank';
import { encodeRows, type TextEncoder } from '../run/text-encoder';
import { bm25View } from '../views/bm25';
import { denseScores } from '../views/dense';
import { gramCosines } from '../views/tfidf-char';
import { wordCosines } from '../views/tfidf-word';

type FormScores = (analysis: StateAnalysis, form: QueryForm) => Float64Array;

/** The views that take any query text, by words. Entities and recency have no query text to vary. */
export const FORM_RANKERS = {
  bm25: { label: 'BM25', scores: (analysis, form) => bm25View(form, '', '', form).score(analysis, {}) },
  'tfidf-word': {
    label: 'TF-IDF: words',
    scores: (analysis, form) => wordCosines(analysis, queryText(analysis.state, form), false),
  },
  'tfidf-char': {
    label: 'TF-IDF: characters',
    scores: (analysis, form) => gramCosines(analysis, queryText(analysis.state, form)),
  },
} as const satisfies Record<string, { label: string; scores: FormScores }>;

export type FormRanker = keyof typeof FORM_RANKERS;

export const isFormRanker = (name: string): name is FormRanker => Object.hasOwn(FORM_RANKERS, name);

/**
 * One state ranked once for each of some query forms, by a view of words or by an encoder's cosines. The form stands
 * in the place of the method.
 */
export async function formRows(
  state: State,
  by: FormRanker | TextEncoder,
  task: Task,
  forms: readonly QueryForm[] = FORMS,
): Promise<(Prediction & { method: QueryForm })[]> {
  const analysis = analyse(state);
  const scores =
    typeof by === 'string'
      ? (form: QueryForm) => FORM_RANKERS[by].scores(analysis, form)
      : await byVectors(state, by, forms, task);
  return forms.map((form) => ({
    state_id: state.state_id,
    method: form,
    ranked_evidence_ids: orderSpoken(scores(form), analysis.tieOrder).map((unit) => analysis.ids[unit] ?? ''),
  }));
}

async function byVectors(state: State, encoder: TextEncoder, forms: readonly QueryForm[], task: Task) {
  const queries = await encodeRows(
    encoder,
    forms.map((form) => queryText(state, form)),
    'query',
    task,
  );
  const units = await encodeRows(encoder, state.candidate_evidence.map(documentText), 'document', task);
  return (form: QueryForm): Float64Array => {
    const query = queries[forms.indexOf(form)] ?? new Float32Array();
    return denseScores({ query, units }, units.length);
  };
}
