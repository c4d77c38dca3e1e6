import type { Configuration } from '../config/schema';
import type { AskModel, Selection } from './ask';
import { expansion } from './expansion';
import { finalization } from './finalization';
import { proposal } from './proposal';

/** The method: propose, expand, finalize; expansion and finalization read the current selection. */
export async function mssComplement(
  ranking: readonly string[],
  configuration: Configuration,
  ask: AskModel,
): Promise<Selection> {
  const proposed = await ask(proposal(ranking, configuration));
  const question = expansion(ranking, proposed.ids, configuration);
  const expanded = question && (await ask(question));
  const final = await ask(finalization(ranking, proposed.ids, expanded?.ids ?? [], configuration));
  return {
    ids: final.ids,
    answers: [
      { stage: 'proposal', answer: proposed },
      ...(expanded ? [{ stage: 'expansion' as const, answer: expanded }] : []),
      { stage: 'finalization', answer: final },
    ],
  };
}
