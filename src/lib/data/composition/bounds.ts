import { z } from 'zod';
import type { Certificate } from '$lib/serbench/certificate';
import type { IndexedState } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';
import { poolBounds } from '$lib/retrieval/baselines/bounds';
import type { PoolBoundsAt5 } from './table';

const poolIds = z.array(z.array(z.string()));

/** What the bounds need of a split. */
export interface BoundsInput {
  states: string[];
  /** As in a prepared split: JSON of the pools' ids, in the order of `states`. */
  pools: Uint8Array;
  certificates: Certificate[];
}

/** Exact floor and ceiling of Complete@5 over the states that have certificates. */
export async function boundsAt5(
  { states, pools, certificates }: BoundsInput,
  task: Task,
): Promise<PoolBoundsAt5> {
  const ids = poolIds.parse(JSON.parse(new TextDecoder().decode(pools)));
  const split = new Map(
    states.map((state_id, i): [string, IndexedState] => [
      state_id,
      {
        state_id,
        repo: '',
        instance_id: '',
        state_type: '',
        units: [],
        ids: new Set(ids[i]),
        observed: new Set(),
      },
    ]),
  );
  const byState = new Map(certificates.map((certificate) => [certificate.state_id, certificate]));
  const { bounds, states: each } = await poolBounds(split, byState, [5], task);
  const beyond = each
    .map(({ state_id, smallest }) => ({ state_id, units: smallest?.length ?? null }))
    .filter(({ units }) => units === null || units > 5);
  return {
    beyond,
    uniform: bounds[0]?.random?.mss_complete ?? null,
    oracle: bounds[0]?.oracleComplete ?? null,
  };
}
