import type { Configuration } from '$lib/complement/config/schema';
import { fusedRanking } from '$lib/complement/fused-ranking';
import { refineRoute } from '$lib/complement/refine';
import type { StateJob } from '$lib/complement/run/types';
import type { Encoder } from '$lib/embedding/encoder';
import { Analyser } from '$lib/retrieval/analysis/analyser';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { denseVectors, similarities } from './dense-vectors';

export interface Prepared extends StateJob {
  /** The views that had something to say of this state. */
  spoke: string[];
}

export interface PrepareTools {
  countTokens(text: string): number;
  /** The encoder that the configuration names, opened when first needed. */
  encoder(name: string): Promise<Encoder>;
  task: Task;
}

/** Makes the jobs of a run: the fused ranking, the routes, and the source tokens of every unit's excerpt. */
export function preparer(
  configuration: Configuration,
  tools: PrepareTools,
): (state: State) => Promise<Prepared> {
  const analyser = new Analyser();
  const { encoder: name, views } = configuration.ranking;
  const { refine } = configuration.ranking;
  /** The routes of ssr, each refined by the encoder that the configuration names, if it names one. */
  const refined = async (state: State, routes: string[][]): Promise<string[][]> => {
    if (!refine) return routes;
    const leading = new Set(routes.flatMap((route) => route.slice(0, refine.depth)));
    const similarity = await similarities(state, leading, await tools.encoder(refine.encoder), tools.task);
    return routes.map((route) => refineRoute(route, refine.depth, similarity));
  };
  return async (state) => {
    const vectors =
      name !== null && views.includes('dense')
        ? await denseVectors(state, await tools.encoder(name), tools.task)
        : undefined;
    const { ranking, routes, spoke } = fusedRanking(state, analyser, configuration, vectors);
    const tokens = Object.fromEntries(
      state.candidate_evidence.map((unit) => [unit.evidence_id, tools.countTokens(unit.content_excerpt)]),
    );
    return {
      state,
      ranking,
      routes: configuration.method === 'ssr' ? await refined(state, routes) : [],
      tokens,
      spoke,
    };
  };
}
