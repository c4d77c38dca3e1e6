import type { Configuration } from '../config/schema';
import { proposal } from '../stages/proposal';
import type { AskModel, Selection } from '../stages/ask';
import { exactly, prefixAsk } from '../stages/cards-ask';
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
  const { expansionSize, fixedSize, finalMinimum, finalMaximum } = configuration.limits;
  const size = sizing === 'fixed' ? exactly(fixedSize) : { minimum: finalMinimum, maximum: finalMaximum };
  const proposed = await ask(proposal(ranking, configuration));
  const widened = await ask(
    prefixAsk('expansion', 'staticExpansion', exactly(expansionSize), ranking, configuration),
  );
  const final = await ask(prefixAsk('finalization', 'staticFinalization', size, ranking, configuration));
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
