import { lateInteractionMethod, maxSim, type TokenVectors } from '$lib/retrieval/rankers/late-interaction';
import { reorderLeading } from '$lib/retrieval/rankers/leading';
import { queryText } from '$lib/retrieval/query-text';
import type { Task } from '$lib/serbench/task';
import type { TextKind } from '../encoder';
import { formed, textsOf, type SecondStage, type StageOptions } from './stage';

export interface TokenEncoder {
  name: string;
  tokenVectors(texts: readonly string[], kind: TextKind, task: Task): Promise<TokenVectors[]>;
}

/** The leading units by MaxSim over token vectors. */
export function lateInteractionStage(
  encoder: TokenEncoder,
  { form = 'dense', leading = 100 }: Partial<StageOptions> = {},
): SecondStage {
  return {
    method: (first) => `${lateInteractionMethod(formed(encoder.name, form))}-${leading}(${first})`,
    async order(state, first, task) {
      const units = first.slice(0, leading);
      const [query] = await encoder.tokenVectors([queryText(state, form)], 'query', task);
      const documents = await encoder.tokenVectors(textsOf(state, units), 'document', task);
      const scores: number[] = [];
      units.forEach((unit, i) => {
        const document = documents[i];
        scores[unit] = query === undefined || document === undefined ? 0 : maxSim(query, document);
      });
      return reorderLeading(first, leading, scores);
    },
  };
}
