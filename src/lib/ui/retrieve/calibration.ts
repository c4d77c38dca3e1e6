import type { SplitRecord } from '$lib/data/schema';
import { calibrateLambda, LAMBDA_GRID } from '$lib/retrieval/rankers/calibrate-lambda';
import { spreadMethod } from '$lib/retrieval/rankers/spread';
import { formValues } from './form-values';
import { freezeLambda, type FrozenLambda } from './frozen';
import type { Hooks } from './hooks';
import { itemsOf } from './items';
import type { Ranking } from './rankings';
import type { Retriever } from './retriever.svelte';

/** Lambda of the grid with the greatest Complete@5 over a ranking of a labelled split, as a frozen choice. */
export async function calibrated(
  retriever: Retriever,
  split: SplitRecord,
  start: Ranking,
  now: Date,
  hooks: Hooks,
): Promise<FrozenLambda> {
  const rows = start.rows();
  const spread = await retriever.worker().call('spread', [itemsOf(split), rows, [...LAMBDA_GRID]], hooks);
  const { sheet } = await retriever.scoring.score(split, spread, hooks);
  const worth = formValues(sheet, 'mss_complete@5');
  const { lambda, means, states } = calibrateLambda(
    LAMBDA_GRID,
    rows.map(({ state_id }) => state_id),
    (id, one) => worth(id, spreadMethod(start.method, one)),
  );
  const choice = { kind: 'lambda' as const, start: start.method, lambda, means, states };
  return freezeLambda(choice, split, now.toISOString());
}
