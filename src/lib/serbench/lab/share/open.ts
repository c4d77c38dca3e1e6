import type { Draft } from '../draft';
import type { Shared } from './decode';
import { poolMark } from './record';

/** Puts what a link named onto a pool. Positions that the pool does not have are left out and said. */
export function openShared(
  shared: Shared,
  stateId: string,
  pool: readonly string[],
  observed: readonly string[],
): { draft: Draft; dropped: string[] } {
  const dropped = [...shared.dropped];
  if (shared.poolMark !== null && shared.poolMark !== poolMark(pool)) {
    dropped.push(
      'The pool differs from the one the link was made with: its units were named by position, so all of them were left out.',
    );
  }
  const usable = shared.poolMark === null || shared.poolMark === poolMark(pool);
  let outside = 0;
  const ids = (places: readonly number[]) =>
    places.flatMap((place) => {
      const id = usable ? pool[place] : undefined;
      if (id === undefined && usable) outside += 1;
      return id ?? [];
    });
  const draft: Draft = {
    certificate: {
      state_id: stateId,
      required_evidence_groups: shared.groups.map((group) => ({
        group_id: group.id,
        role: group.role,
        acceptable_evidence_ids: ids(group.units),
        minimum_required: group.need,
        necessity_weight: group.weight,
        ...(group.rationale === undefined ? {} : { rationale: group.rationale }),
      })),
      alternative_minimal_sets: shared.branches.map(ids).filter((branch) => branch.length > 0 || usable),
      observed_evidence_ids: [...observed],
    },
    answer: ids(shared.answer),
    budget: shared.budget,
  };
  if (outside > 0)
    dropped.push(
      `${outside} ${outside === 1 ? 'unit is' : 'units are'} not in the pool and ${outside === 1 ? 'was' : 'were'} left out.`,
    );
  return { draft, dropped };
}
