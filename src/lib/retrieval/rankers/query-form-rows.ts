import type { Prediction } from '$lib/serbench/prediction';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { analyse } from '../analysis/analyser';
import { documentText } from '../analysis/state-analysis';
import { QUERY_FORMS, queryText, type QueryForm } from '../query-text';
import { orderSpoken } from '../rank';
import { encodeRows, type TextEncoder } from '../run/text-encoder';
import { bm25View } from '../views/bm25';
import { denseScores } from '../views/dense';

const FORMS = Object.keys(QUERY_FORMS) as QueryForm[];

/**
 * One state ranked once for each query form, by BM25 or, with an encoder, by its cosines. The form stands in the
 * place of the method.
 */
export async function formRows(
  state: State,
  encoder: TextEncoder | null,
  task: Task,
): Promise<(Prediction & { method: QueryForm })[]> {
  const analysis = analyse(state);
  const scores = encoder === null ? byWords : await byVectors(state, encoder, task);
  function byWords(form: QueryForm): Float64Array {
    return bm25View(form, '', '', form).score(analysis, {});
  }
  return FORMS.map((form) => ({
    state_id: state.state_id,
    method: form,
    ranked_evidence_ids: orderSpoken(scores(form), analysis.tieOrder).map((unit) => analysis.ids[unit] ?? ''),
  }));
}

async function byVectors(state: State, encoder: TextEncoder, task: Task) {
  const queries = await encodeRows(
    encoder,
    FORMS.map((form) => queryText(state, form)),
    'query',
    task,
  );
  const units = await encodeRows(encoder, state.candidate_evidence.map(documentText), 'document', task);
  return (form: QueryForm): Float64Array => {
    const query = queries[FORMS.indexOf(form)] ?? new Float32Array();
    return denseScores({ query, units }, units.length);
  };
}
