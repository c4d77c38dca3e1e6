import type { RunRecord } from '$lib/data/schema';
import type { RunNote } from '$lib/serbench/score/run-note';

/** What tables and reports say of a kept run beside its scores. */
export const noteOfRun = (run: RunRecord): RunNote => ({
  run: run.label,
  method: run.method,
  configurationHash: run.configurationHash,
  addedAt: run.addedAt,
  failed: run.failed.length,
  fallbackStates: run.accounting?.fallbackStates ?? null,
  accountedStates: run.accounting?.states ?? null,
});
