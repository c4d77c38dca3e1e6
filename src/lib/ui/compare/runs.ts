import type { RunRecord } from '$lib/data/schema';
import type { MethodRun } from '$lib/statistics/comparison/build-book';

/** A stored run as the comparison reads it: under its label, since runs may share a method. */
export const methodRun = (run: RunRecord): MethodRun => ({
  method: run.label,
  origin: run.origin,
  configurationHash: run.configurationHash,
  rankings: new Map(
    run.rows.map(({ state_id, ranked_evidence_ids }) => [state_id, [...ranked_evidence_ids]]),
  ),
  failed: new Set(run.failed.map(({ state_id }) => state_id)),
  fallbacks: run.accounting && { states: run.accounting.fallbackStates, of: run.accounting.states },
});

/** The units that any run ranks, by state: the ones whose tokens a budget may need. */
export function wantedUnits(runs: readonly RunRecord[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { rows } of runs)
    for (const { state_id, ranked_evidence_ids } of rows) {
      const units = wanted.get(state_id) ?? new Set();
      for (const id of ranked_evidence_ids) units.add(id);
      wanted.set(state_id, units);
    }
  return wanted;
}
