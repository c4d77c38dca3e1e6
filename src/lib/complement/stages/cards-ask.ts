import type { Configuration } from '../config/schema';
import type { PromptName } from '../prompts/text';
import type { Ask, Shown, StageName } from './ask';

/** A question that shows candidates and nothing else, with the stage's own card length and answer cap. */
export function cardsAsk(
  stage: StageName,
  prompt: PromptName,
  candidates: readonly Shown[],
  size: { minimum: number; maximum: number },
  order: readonly string[],
  { limits, decoding }: Configuration,
): Ask {
  return {
    stage,
    prompt,
    selected: [],
    candidates,
    selectedCharacters: null,
    characters: limits.characters[stage],
    maxOutputTokens: decoding.maxOutputTokens[stage],
    minimum: Math.min(size.minimum, candidates.length),
    maximum: Math.min(size.maximum, candidates.length),
    order,
  };
}

/** The same over the leading cards of the ranking, whatever the other calls answered. */
export function prefixAsk(
  stage: StageName,
  prompt: PromptName,
  size: { minimum: number; maximum: number },
  ranking: readonly string[],
  configuration: Configuration,
): Ask {
  const leading = ranking.slice(0, configuration.limits.cards[stage]).map((id) => ({ id }));
  return cardsAsk(stage, prompt, leading, size, ranking, configuration);
}

/** A size that leaves no choice. */
export const exactly = (count: number) => ({ minimum: count, maximum: count });
