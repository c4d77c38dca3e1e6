import { CROSS_LEADING, crossEncoderMethod, crossEncoderOrder } from '$lib/retrieval/rankers/cross-encoder';
import { queryText } from '$lib/retrieval/query-text';
import type { Task } from '$lib/serbench/task';
import { formed, textsOf, type SecondStage, type StageOptions } from './stage';

/** Whatever judges a query with documents: a model in a worker, or a rerank endpoint. */
export interface Judge {
  name: string;
  relevance(query: string, documents: readonly string[], task: Task): Promise<{ scores: number[] }>;
}

/** The leading units by a model that reads query and unit together. */
export function crossEncoderStage(
  judge: Judge,
  { form = 'dense', leading = CROSS_LEADING }: Partial<StageOptions> = {},
): SecondStage {
  return {
    method: (first) => crossEncoderMethod(first, formed(judge.name, form), leading),
    async order(state, first, task) {
      const documents = textsOf(state, first.slice(0, leading));
      const { scores } = await judge.relevance(queryText(state, form), documents, task);
      return crossEncoderOrder(first, scores, leading);
    },
  };
}
