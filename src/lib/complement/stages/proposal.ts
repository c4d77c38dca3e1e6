import type { Configuration } from '../config/schema';
import type { Ask } from './ask';

/** Stage 1: of the leading cards of the fused ranking, the ids that jointly support a precise answer (S0). */
export function proposal(ranking: readonly string[], { limits, decoding }: Configuration): Ask {
  const candidates = ranking.slice(0, limits.cards.proposal);
  const size = Math.min(limits.proposalSize, candidates.length);
  return {
    stage: 'proposal',
    prompt: 'proposal',
    selected: [],
    candidates: candidates.map((id) => ({ id })),
    selectedCharacters: null,
    characters: limits.characters.proposal,
    maxOutputTokens: decoding.maxOutputTokens.proposal,
    minimum: size,
    maximum: size,
    order: ranking,
  };
}
