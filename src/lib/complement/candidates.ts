import { compareCodePoints } from '$lib/serbench/code-point';
import type { State } from '$lib/serbench/state';
import type { Configuration } from './config/schema';
import type { StateJob } from './run/types';
import type { Candidates } from './select';

/** A ranking that does not fit its pool; says which id of which state. */
class RankingFault extends RangeError {
  override name = 'RankingFault';
}

/**
 * The whole pool in fused order: units that no view ranked follow, by id. Throws a RankingFault for a ranking
 * that names an id twice or an id outside the pool: that is a fault of the caller, not of a model.
 */
export function poolOrder(pool: readonly string[], ranking: readonly string[], stateId: string): string[] {
  const members = new Set(pool);
  const ranked = new Set<string>();
  for (const id of ranking) {
    if (!members.has(id))
      throw new RankingFault(`Ranking of ${stateId} names ${id}, which is not in its pool`);
    if (ranked.has(id)) throw new RankingFault(`Ranking of ${stateId} names ${id} twice`);
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

/** The part of a job that a method may choose from, and in which order. */
export interface OpenJob {
  pool: string[];
  ranking: string[];
  routes: string[][];
}

/**
 * The units that the stages and controls of a configuration may choose from, in the pool's order, the ranking's and
 * the routes': all of them, or with `observed: 'exclude'` those that the state does not list as observed (F.4, D.6).
 * They are taken out of the finished ranking: the views still see the whole pool.
 */
export function openJob(job: StateJob, { ranking: { observed } }: Configuration): OpenJob {
  const barred = new Set(observed === 'exclude' ? observedIn(job.state) : []);
  const open = (ids: readonly string[]) => ids.filter((id) => !barred.has(id));
  return {
    pool: open(job.state.candidate_evidence.map((unit) => unit.evidence_id)),
    ranking: open(job.ranking),
    routes: job.routes.map(open),
  };
}

/** The list of ids is what scoring reads; a unit's own flag can disagree with it. */
const observedIn = (state: State): readonly string[] => state.observed_evidence_ids;

/** The candidates of a job under a configuration. Throws a RankingFault as `makeCandidates` does. */
export function candidatesOf(job: StateJob, configuration: Configuration): Candidates {
  const { pool, ranking, routes } = openJob(job, configuration);
  return makeCandidates(pool, ranking, routes, job.state.state_id);
}
