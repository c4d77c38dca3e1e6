import type { Configuration } from '../config/schema';
import type { AskModel, Selection } from '../stages/ask';

/**
 * State-set reranker: one call over the leading candidates of each route, interleaved by rank (our order;
 * the paper names the union only); five ids. Completed from the same order. README.md says how the routes differ
 * from the publication's.
 */
export async function stateSetReranker(
  routes: readonly (readonly string[])[],
  { limits }: Configuration,
  ask: AskModel,
): Promise<Selection> {
  const { perRoute, characters, size, maxOutputTokens } = limits.ssr;
  const union = new Set<string>();
  for (let rank = 0; rank < perRoute; rank += 1)
    for (const route of routes) {
      const id = route[rank];
      if (id !== undefined) union.add(id);
    }
  const order = [...union];
  const answer = await ask({
    stage: 'proposal',
    prompt: 'set',
    selected: [],
    candidates: order.map((id) => ({ id })),
    selectedCharacters: null,
    characters,
    maxOutputTokens,
    minimum: Math.min(size, order.length),
    maximum: Math.min(size, order.length),
    order,
  });
  return { ids: answer.ids, answers: [{ stage: 'proposal', answer }] };
}
