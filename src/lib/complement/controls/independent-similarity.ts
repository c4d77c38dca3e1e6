import type { Configuration } from '../config/schema';
import type { AskModel, Selection } from '../stages/ask';
import { cardsAsk, exactly, prefixAsk } from '../stages/cards-ask';

/**
 * The control without a set objective and without feedback: call 1 picks units one by one from the first 80,
 * call 2 from the first 120 without seeing call 1, call 3 reranks their union against the fused order and
 * returns exactly `fixedSize`. Short answers are completed from the fused order.
 */
export async function independentSimilarity(
  ranking: readonly string[],
  configuration: Configuration,
  ask: AskModel,
): Promise<Selection> {
  const { cards, proposalSize, expansionSize, fixedSize } = configuration.limits;
  const picked = await ask(
    prefixAsk('proposal', 'pickOneByOne', exactly(proposalSize), ranking, configuration),
  );
  const widened = await ask(
    prefixAsk('expansion', 'widenOneByOne', exactly(expansionSize), ranking, configuration),
  );
  const union = new Set([...picked.ids, ...widened.ids]);
  const candidates = ranking
    .map((id, index) => ({ id, rank: index + 1 }))
    .filter(({ id }) => union.has(id))
    .slice(0, cards.finalization);
  const final = await ask(
    cardsAsk('finalization', 'rerank', candidates, exactly(fixedSize), ranking, configuration),
  );
  return {
    ids: final.ids,
    answers: [
      { stage: 'proposal', answer: picked },
      { stage: 'expansion', answer: widened },
      { stage: 'finalization', answer: final },
    ],
  };
}
