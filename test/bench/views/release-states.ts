import type { State } from '$lib/serbench/state';
import { makeRelease } from '../../../scripts/release-shaped/release';

/** Release-shaped states as they lie in memory once read: made up, of Cal500's shape and size. */
export function releaseStates(states: number, seed: number): State[] {
  const rows: State[] = [];
  for (const { item } of makeRelease({ states, seed, split: 'cal500' })) rows.push(JSON.parse(item) as State);
  return rows;
}
