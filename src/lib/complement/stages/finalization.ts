import type { Configuration } from '../config/schema';
import type { Ask, Shown } from './ask';

/**
 * Stage 3: S0, the expansion region and a ranked reserve, each card tagged with its origin; returns
 * finalMinimum-finalMaximum ranked ids. A short answer is completed from the fused order.
 */
export function finalization(
  ranking: readonly string[],
  proposed: readonly string[],
  expanded: readonly string[],
  { limits, decoding }: Configuration,
): Ask {
  const seen = new Set([...proposed, ...expanded]);
  const candidates: Shown[] = [
    ...proposed.map((id) => ({ id, origin: 'proposal' as const })),
    ...expanded.map((id) => ({ id, origin: 'expansion' as const })),
    ...ranking.filter((id) => !seen.has(id)).map((id) => ({ id, origin: 'reserve' as const })),
  ].slice(0, limits.cards.finalization);
  return {
    stage: 'finalization',
    prompt: 'finalization',
    selected: [],
    candidates,
    selectedCharacters: null,
    characters: limits.characters.finalization,
    maxOutputTokens: decoding.maxOutputTokens.finalization,
    minimum: Math.min(limits.finalMinimum, candidates.length),
    maximum: Math.min(limits.finalMaximum, candidates.length),
    order: ranking,
  };
}
