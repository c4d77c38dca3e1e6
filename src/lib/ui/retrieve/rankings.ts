import { fusionMethod, viewMethod } from '$lib/retrieval/run/method-name';
import type { Configuration } from '$lib/retrieval/run/configuration';
import { complementRows, fusedRows, viewRows, type StateViews } from '$lib/retrieval/run/split-rankings';
import type { Prediction } from '$lib/serbench/prediction';
import type { Made } from './made';

/** A ranking of the split that is at hand: it can be taken away, reordered by a model, or spread by MMR. */
export interface Ranking {
  /** Its name in tables and choices. */
  label: string;
  method: string;
  origin: string;
  /** What it depends on beside the fusion's configuration. */
  besides: Record<string, unknown>;
  made: Made | null;
  rows: () => Prediction[];
}

/** All rankings at hand: the fusion, complement-fused, what was made or imported, the views. */
export function rankingsOf(
  ranked: { states: StateViews[]; configuration: Configuration } | null,
  made: ReadonlyMap<string, Made>,
): Ranking[] {
  const own = [...made.values()].map((one): Ranking => {
    const { label, method, origin, besides, rows } = one;
    return { label, method, origin, besides, made: one, rows: () => rows };
  });
  if (ranked === null) return own;
  const { states, configuration } = ranked;
  const plain = (method: string, origin: string, rows: () => Prediction[]): Ranking => {
    return { label: method, method, origin, besides: {}, made: null, rows };
  };
  const fusion = fusionMethod(configuration);
  const instant = complementRows(states);
  const method = instant?.[0]?.method;
  return [
    plain(fusion, 'fusion', () => fusedRows(states, configuration, fusion)),
    ...(instant && method !== undefined ? [plain(method, 'complement-fused', () => instant)] : []),
    ...own,
    ...configuration.views.map((view) => {
      const name = viewMethod(view);
      return plain(name, 'view', () => viewRows(states, view.name, name));
    }),
  ];
}
