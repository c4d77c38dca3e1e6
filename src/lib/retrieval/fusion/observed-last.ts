import type { State } from '$lib/serbench/state';
import type { Order } from '../rank';

/** Whether the state has seen each unit: on the id list or flagged, which can disagree in the release. */
export function observedUnits(state: State): boolean[] {
  const listed = new Set(state.observed_evidence_ids);
  return state.candidate_evidence.map(
    (unit) => listed.has(unit.evidence_id) || unit.observed_by_state === true,
  );
}

/** The order with the observed units moved behind all others, both parts in their order. */
export function observedLast(order: Order, observed: readonly boolean[]): number[] {
  const seen = (unit: number): boolean => observed[unit] === true;
  return [...order.filter((unit) => !seen(unit)), ...order.filter(seen)];
}
