import { CROSS_LEADING, crossEncoderMethod, crossEncoderOrder } from '$lib/retrieval/rankers/cross-encoder';
import { lateInteractionMethod } from '$lib/retrieval/rankers/late-interaction';
import { learnedSparseMethod } from '$lib/retrieval/rankers/learned-sparse';
import { queryText } from '$lib/retrieval/query-text';
import type { PairKind, PairScorer } from './pair-scorer';
import { formed, textsOf, type SecondStage, type StageOptions } from './stage';

/** Units that a scorer of pairs reads unless told otherwise. */
export const PAIR_LEADING = CROSS_LEADING;

const METHODS: Record<PairKind, (first: string, model: string, leading: number) => string> = {
  'cross-encoder': crossEncoderMethod,
  'late-interaction': lateInteractionMethod,
  'learned-sparse': learnedSparseMethod,
};

/** The leading units by the scores of their pairs with the query; equal scores keep the first ranking's order. */
export function pairStage(
  scorer: PairScorer,
  { form = 'dense', leading = PAIR_LEADING }: Partial<StageOptions> = {},
): SecondStage {
  return {
    method: (first) => METHODS[scorer.kind](first, formed(scorer.identity.model, form), leading),
    async order(state, first, task) {
      const documents = textsOf(state, first.slice(0, leading));
      if (documents.length === 0) return [...first];
      const scores = await scorer.score(queryText(state, form), documents, task);
      return crossEncoderOrder(first, scores, leading);
    },
  };
}
