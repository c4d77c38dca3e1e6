import type { Certificate } from '$lib/serbench/certificate';
import type { IndexedState } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';
import { poolBounds } from '$lib/retrieval/baselines/bounds';
import type { PoolBoundsAt5 } from './table';

/** What the bounds need of a split. */
export interface BoundsInput {
  states: { state_id: string; pool: string[] }[];
  certificates: Certificate[];
}

/** Exact floor and ceiling of Complete@5 over the states that have certificates. */
export async function boundsAt5({ states, certificates }: BoundsInput, task: Task): Promise<PoolBoundsAt5> {
  const split = new Map(
    states.map(({ state_id, pool }): [string, IndexedState] => [
      state_id,
      {
        state_id,
        repo: '',
        instance_id: '',
        state_type: '',
        units: [],
        ids: new Set(pool),
        observed: new Set(),
      },
    ]),
  );
  const byState = new Map(certificates.map((certificate) => [certificate.state_id, certificate]));
  const { bounds } = await poolBounds(split, byState, [5], task);
  return { uniform: bounds[0]?.random?.mss_complete ?? null, oracle: bounds[0]?.oracleComplete ?? null };
}
