import type { Outcome } from '../batch/record';
import type { RunAccounting } from '../accounting';
import type { RunSetting } from '../run/types';
import type { RunAudit } from './audit';

/** What a run says of itself: counts beside every mean, nothing left unsaid. */
export interface RunSummary {
  format: 'complement-run-1';
  method: string;
  configuration_sha256: string;
  states: number;
  scored: number;
  failed: { state_id: string; reason: string }[];
  not_run: number;
  fallbacks: number;
  /** SHA-256 of the items' bytes as they were given. Exports made before it was kept have none of these. */
  items_sha256?: string;
  /** Name and version of the program that wrote the export. */
  program?: string;
  /** First and last day and time of access (ISO 8601); null where no clock is kept. */
  accessed?: { first: string; last: string } | null;
  /** What the scored states used; in the currency of the prices at hand. */
  accounting?: RunAccounting;
  audit?: RunAudit;
}

/** Where a run comes from, as its export says it. */
export interface RunOrigin {
  items_sha256: string;
  program: string;
  accessed: { first: string; last: string } | null;
}

export function summarise(outcomes: readonly Outcome[], states: number, setting: RunSetting): RunSummary {
  const scored = outcomes.filter((outcome) => outcome.status === 'scored');
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  return {
    format: 'complement-run-1',
    method: setting.configuration.method,
    configuration_sha256: setting.configurationSha256,
    states,
    scored: scored.length,
    failed: failed.map(({ state_id, reason }) => ({ state_id, reason })),
    not_run: states - outcomes.length,
    fallbacks: scored.reduce((sum, outcome) => sum + (outcome.rows[0]?.fallbacks ?? 0), 0),
  };
}

/** `scored` when every state is, `partial` when some are, else `failed`, or `not run`. */
export function runStatus(counts: {
  states: number;
  scored: number;
  failed: number;
}): 'scored' | 'partial' | 'failed' | 'not run' {
  if (counts.scored > 0) return counts.scored === counts.states ? 'scored' : 'partial';
  return counts.failed > 0 ? 'failed' : 'not run';
}
