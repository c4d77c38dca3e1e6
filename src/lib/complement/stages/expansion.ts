import type { Configuration } from '../config/schema';
import type { Ask } from './ask';

/**
 * Stage 2: S0 in full, then deeper candidates, none of S0. Returns the expansion region of
 * min(expansionSize, N - |S0|) ids. Null when S0 is the whole pool.
 */
export function expansion(
  ranking: readonly string[],
  proposed: readonly string[],
  { limits, decoding }: Configuration,
): Ask | null {
  const taken = new Set(proposed);
  const candidates = ranking.filter((id) => !taken.has(id)).slice(0, limits.cards.expansion);
  const size = Math.min(limits.expansionSize, candidates.length);
  if (size === 0) return null;
  return {
    stage: 'expansion',
    prompt: 'expansion',
    selected: proposed.map((id) => ({ id })),
    candidates: candidates.map((id) => ({ id })),
    selectedCharacters: limits.selectedCharacters,
    characters: limits.characters.expansion,
    maxOutputTokens: decoding.maxOutputTokens.expansion,
    minimum: size,
    maximum: size,
    order: ranking,
  };
}
