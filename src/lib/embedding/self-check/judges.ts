import type { Task } from '$lib/serbench/task';
import { sparseDot } from '$lib/retrieval/rankers/learned-sparse';
import type { CrossEncoder } from '../transformer/cross-encoder';
import type { MaskedLanguageModel } from '../transformer/masked-lm';
import { SANITY_TEXTS } from './check';
import type { CheckResult } from './result';

const [QUERY = '', RELATED = '', UNRELATED = ''] = SANITY_TEXTS;

const judged = (related: number, unrelated: number): CheckResult =>
  related > unrelated
    ? { ok: true, how: 'plausible', lowest: related, batchesAgree: true }
    : { ok: false, why: 'it finds an unrelated text as relevant as a related one', grave: false };

export async function checkCrossEncoder(model: CrossEncoder, task: Task): Promise<CheckResult> {
  const { scores } = await model.relevance(QUERY, [RELATED, UNRELATED], task);
  return judged(scores[0] ?? NaN, scores[1] ?? NaN);
}

export async function checkTerms(model: MaskedLanguageModel, task: Task): Promise<CheckResult> {
  const [query, related, unrelated] = await model.terms(SANITY_TEXTS, task);
  if (!query || !related || !unrelated || query.ids.length === 0) {
    return { ok: false, why: 'it gives no terms for a text', grave: true };
  }
  return judged(sparseDot(query, related), sparseDot(query, unrelated));
}
