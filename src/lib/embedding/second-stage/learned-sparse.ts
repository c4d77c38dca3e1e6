import { learnedSparseMethod, sparseDot, type SparseVector } from '$lib/retrieval/rankers/learned-sparse';
import { reorderLeading } from '$lib/retrieval/rankers/leading';
import { queryText } from '$lib/retrieval/query-text';
import type { Task } from '$lib/serbench/task';
import { formed, textsOf, type SecondStage, type StageOptions } from './stage';

export interface Expander {
  name: string;
  terms(texts: readonly string[], task: Task): Promise<SparseVector[]>;
}

/** The leading units by the product of expanded terms. */
export function learnedSparseStage(
  expander: Expander,
  { form = 'dense', leading = 100 }: Partial<StageOptions> = {},
): SecondStage {
  return {
    method: (first) => `${learnedSparseMethod(formed(expander.name, form))}-${leading}(${first})`,
    async order(state, first, task) {
      const units = first.slice(0, leading);
      const [query] = await expander.terms([queryText(state, form)], task);
      const documents = await expander.terms(textsOf(state, units), task);
      const scores: number[] = [];
      units.forEach((unit, i) => {
        const document = documents[i];
        scores[unit] = query === undefined || document === undefined ? 0 : sparseDot(query, document);
      });
      return reorderLeading(first, leading, scores);
    },
  };
}
