import type { State } from '$lib/serbench/state';
import type { Analyser } from '$lib/retrieval/analysis/analyser';
import { fuseViews, rankViews } from '$lib/retrieval/run/state-ranking';
import { viewByName } from '$lib/retrieval/views/registry';
import type { Vectors } from '$lib/retrieval/views/view';
import type { Configuration } from './config/schema';

export interface FusedRanking {
  ranking: string[];
  routes: string[][];
  /** The views that had something to say. */
  spoke: string[];
}

/** What is wrong with a configuration's views, in words; empty when nothing is. */
export function viewFaults({ ranking }: Configuration): string[] {
  return [...ranking.views, ...ranking.routes]
    .filter((name) => viewByName(name) === undefined)
    .map((name) => `There is no view "${name}".`);
}

/** The fused ranking of a state's pool and the routes of ssr, by the configuration's views. */
export function fusedRanking(
  state: State,
  analyser: Analyser,
  { ranking }: Configuration,
  vectors?: Vectors,
): FusedRanking {
  const analysis = analyser.analyse(state);
  const names = [...new Set([...ranking.views, ...ranking.routes])];
  const rankings = rankViews(
    analysis,
    names.map((name) => ({ name, parameters: {} })),
    vectors,
  );
  const voices = rankings.filter(({ view }) => ranking.views.includes(view));
  const fused = fuseViews(voices, analysis.tieOrder, {
    views: ranking.views.map((name) => ({ name, weight: ranking.weights[name] ?? 1, parameters: {} })),
    fusion: { k: ranking.k, depth: ranking.depth, cap: ranking.cap },
  });
  const idsOf = (order: readonly number[]) =>
    order.flatMap((unit) => {
      const id = analysis.ids[unit];
      return id === undefined ? [] : [id];
    });
  return {
    ranking: idsOf(fused.order),
    routes: ranking.routes.map((name) => idsOf(rankings.find(({ view }) => view === name)?.order ?? [])),
    spoke: voices.filter(({ signal }) => signal !== 'silent').map(({ view }) => view),
  };
}
