import { compareCodePoints } from '$lib/serbench/code-point';
import type { Candidates } from './select';

/**
 * The whole pool in fused order: units that no view ranked follow, by id. Throws a RangeError for a ranking
 * that names an id twice or an id outside the pool: that is a fault of the caller, not of a model.
 */
export function poolOrder(pool: readonly string[], ranking: readonly string[], stateId: string): string[] {
  const members = new Set(pool);
  const ranked = new Set<string>();
  for (const id of ranking) {
    if (!members.has(id)) throw new RangeError(`Ranking of ${stateId} names ${id}, which is not in its pool`);
    if (ranked.has(id)) throw new RangeError(`Ranking of ${stateId} names ${id} twice`);
    ranked.add(id);
  }
  return [...ranking, ...pool.filter((id) => !ranked.has(id)).sort(compareCodePoints)];
}

/** The candidates of a state from its pool, the fused ranking and the routes of ssr. */
export function makeCandidates(
  pool: readonly string[],
  ranking: readonly string[],
  routes: readonly (readonly string[])[],
  stateId: string,
): Candidates {
  for (const route of routes) poolOrder(pool, route, stateId);
  return { ranking: poolOrder(pool, ranking, stateId), routes };
}
