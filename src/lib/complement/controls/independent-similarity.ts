import type { Configuration } from '../config/schema';
import type { AskModel, Selection } from '../stages/ask';

/**
 * The control without a set objective and without feedback: call 1 picks units one by one from the first 80,
 * call 2 from the first 120 without seeing call 1, call 3 reranks their union against the fused order and
 * returns exactly `fixedSize`. Short answers are completed from the fused order.
 */
export async function independentSimilarity(
  ranking: readonly string[],
  { limits, decoding }: Configuration,
  ask: AskModel,
): Promise<Selection> {
  const first = ranking.slice(0, limits.cards.proposal);
  const narrow = Math.min(limits.proposalSize, first.length);
  const picked = await ask({
    stage: 'proposal',
    prompt: 'pickOneByOne',
    selected: [],
    candidates: first.map((id) => ({ id })),
    selectedCharacters: null,
    characters: limits.characters.proposal,
    maxOutputTokens: decoding.maxOutputTokens.proposal,
    minimum: narrow,
    maximum: narrow,
    order: ranking,
  });
  const second = ranking.slice(0, limits.cards.expansion);
  const wide = Math.min(limits.expansionSize, second.length);
  const widened = await ask({
    stage: 'expansion',
    prompt: 'widenOneByOne',
    selected: [],
    candidates: second.map((id) => ({ id })),
    selectedCharacters: null,
    characters: limits.characters.expansion,
    maxOutputTokens: decoding.maxOutputTokens.expansion,
    minimum: wide,
    maximum: wide,
    order: ranking,
  });
  const union = new Set([...picked.ids, ...widened.ids]);
  const candidates = ranking
    .map((id, index) => ({ id, rank: index + 1 }))
    .filter(({ id }) => union.has(id))
    .slice(0, limits.cards.finalization);
  const size = Math.min(limits.fixedSize, candidates.length);
  const final = await ask({
    stage: 'finalization',
    prompt: 'rerank',
    selected: [],
    candidates,
    selectedCharacters: null,
    characters: limits.characters.finalization,
    maxOutputTokens: decoding.maxOutputTokens.finalization,
    minimum: size,
    maximum: size,
    order: ranking,
  });
  return {
    ids: final.ids,
    answers: [
      { stage: 'proposal', answer: picked },
      { stage: 'expansion', answer: widened },
      { stage: 'finalization', answer: final },
    ],
  };
}
