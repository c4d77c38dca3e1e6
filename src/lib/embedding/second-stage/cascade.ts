import { cascade, CASCADE_LEADING, cascadeMethod, cascadeUnits } from '$lib/retrieval/cascade';
import { queryText } from '$lib/retrieval/query-text';
import type { Encoder } from '../encoder';
import { formed, textsOf, type SecondStage, type StageOptions } from './stage';

/** The leading units by a transformer's vectors, the rest in the cheap order. */
export function cascadeStage(
  encoder: Encoder,
  { form = 'dense', leading = CASCADE_LEADING }: Partial<StageOptions> = {},
): SecondStage {
  return {
    method: (first) => cascadeMethod(first, formed(encoder.identity.model, form), leading),
    async order(state, first, task) {
      const units = cascadeUnits(first, leading);
      const query = await encoder.encode([queryText(state, form)], 'query', task);
      const { vectors, dimensions } = await encoder.encode(textsOf(state, units), 'document', task);
      const rows = units.map((_, row) => vectors.subarray(row * dimensions, (row + 1) * dimensions));
      return cascade(first, query.vectors, rows, leading);
    },
  };
}
