import type { Outcome } from '../batch/record';
import type { RunSetting } from '../run/types';

/** What a reader may want to check of a run, looked up in what is exported. */
export interface RunAudit {
  /** Rows of every method together, and whether each method has one row per scored state. */
  rows: number;
  one_row_per_state: boolean;
  /** Whether every returned unit is in the pool of its state, and none is returned twice. */
  ids_in_pool: boolean;
  ids_once: boolean;
  /** Whether no row passes the ceiling of source tokens. */
  within_ceiling: boolean;
  /** Calls of the scored states by stage. */
  calls_by_stage: Record<string, number>;
  /** Who could read certificates: the stages take the public state and nothing else, by type and by lint. */
  labels: 'not read';
}

/** The audit sheet of a run, from its outcomes. */
export function auditOf(outcomes: readonly Outcome[], { configuration }: RunSetting): RunAudit {
  const scored = outcomes.filter((outcome) => outcome.status === 'scored');
  const rows = scored.flatMap(({ rows, context }) =>
    rows.map((row) => ({ ...row, pool: new Set(context.pool) })),
  );
  const names = new Set(rows.map(({ state_id, method }) => JSON.stringify([state_id, method])));
  const methods = new Set(rows.map(({ method }) => method));
  const stages: Record<string, number> = {};
  for (const { stage } of scored.flatMap(({ calls }) => calls)) stages[stage] = (stages[stage] ?? 0) + 1;
  return {
    rows: rows.length,
    one_row_per_state: names.size === rows.length && rows.length === methods.size * scored.length,
    ids_in_pool: rows.every(({ ranked_evidence_ids, pool }) =>
      ranked_evidence_ids.every((id) => pool.has(id)),
    ),
    ids_once: rows.every(
      ({ ranked_evidence_ids }) => new Set(ranked_evidence_ids).size === ranked_evidence_ids.length,
    ),
    within_ceiling: rows.every(({ source_tokens }) => source_tokens <= configuration.render.tokenCeiling),
    calls_by_stage: stages,
    labels: 'not read',
  };
}
