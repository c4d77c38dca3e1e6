import type { Configuration } from '../config/schema';
import { proposal } from '../stages/proposal';
import type { AskModel, Selection } from '../stages/ask';
import { fuseLists } from './fuse';

/**
 * The controls that keep the set objective but hide the selection: stages 2 and 3 read static prefixes of the
 * ranking, and the three proposals are fused by reciprocal rank (k as for the views). `fixed` returns exactly
 * `fixedSize`; `adaptive` as many as stage 3 chose. That last rule is our definition: the paper is silent.
 */
export async function noFeedback(
  sizing: 'fixed' | 'adaptive',
  ranking: readonly string[],
  configuration: Configuration,
  ask: AskModel,
): Promise<Selection> {
  const { limits, decoding } = configuration;
  const proposed = await ask(proposal(ranking, configuration));
  const second = ranking.slice(0, limits.cards.expansion);
  const wide = Math.min(limits.expansionSize, second.length);
  const widened = await ask({
    stage: 'expansion',
    prompt: 'staticExpansion',
    selected: [],
    candidates: second.map((id) => ({ id })),
    selectedCharacters: null,
    characters: limits.characters.expansion,
    maxOutputTokens: decoding.maxOutputTokens.expansion,
    minimum: wide,
    maximum: wide,
    order: ranking,
  });
  const third = ranking.slice(0, limits.cards.finalization);
  const bound = (size: number) => Math.min(size, third.length);
  const final = await ask({
    stage: 'finalization',
    prompt: 'staticFinalization',
    selected: [],
    candidates: third.map((id) => ({ id })),
    selectedCharacters: null,
    characters: limits.characters.finalization,
    maxOutputTokens: decoding.maxOutputTokens.finalization,
    minimum: bound(sizing === 'fixed' ? limits.fixedSize : limits.finalMinimum),
    maximum: bound(sizing === 'fixed' ? limits.fixedSize : limits.finalMaximum),
    order: ranking,
  });
  return {
    ids: fuseLists([proposed.ids, widened.ids, final.ids], configuration.ranking.k).slice(
      0,
      final.ids.length,
    ),
    answers: [
      { stage: 'proposal', answer: proposed },
      { stage: 'expansion', answer: widened },
      { stage: 'finalization', answer: final },
    ],
  };
}
