import type { RunAccounting } from '$lib/complement/accounting';
import type { Batch, Outcome } from '$lib/complement/batch/record';
import type { NewRun } from '$lib/data/run-identity';

/**
 * The runs that a batch's outcomes hold, one a method, in order of appearance. `accounting` is that of the whole batch
 * (null when it could not be read) and goes to its own method only: rows derived from the same calls made none.
 */
export function runsOf(
  batch: Pick<Batch, 'configuration' | 'configurationSha256'>,
  outcomes: readonly Outcome[],
  accounting: RunAccounting | null,
): NewRun[] {
  const failed = outcomes
    .filter(({ status }) => status === 'failed')
    .map(({ state_id, reason }) => ({ state_id, reason }));
  const rows = outcomes.flatMap((outcome) => outcome.rows);
  return [...new Set(rows.map(({ method }) => method))].map((method) => ({
    method,
    origin: 'complement',
    configurationHash: batch.configurationSha256,
    configuration: batch.configuration,
    rows: rows
      .filter((row) => row.method === method)
      .map(({ state_id, ranked_evidence_ids }) => ({ state_id, method, ranked_evidence_ids })),
    failed,
    accounting: method === batch.configuration.method ? accounting : null,
  }));
}

/** What sending a batch to the workspace did. */
export interface Sent {
  /** `grownFrom`: the states of the shorter run that this one took the place of; null when it is new. */
  runs: { label: string; grownFrom: number | null }[];
  /** Why what the calls used is not stored with the run; null when it is. */
  unaccounted: string | null;
}

/** What was done, for people. */
export function saySent({ runs, unaccounted }: Sent): string {
  const grown = runs.flatMap(({ label, grownFrom }) =>
    grownFrom === null
      ? []
      : [` ${label} takes the place of an earlier part of the run, which had ${grownFrom} of its states.`],
  );
  const lacking = unaccounted === null ? '' : ` Its accounting could not be read: ${unaccounted}`;
  return `Now in the workspace: ${runs.map(({ label }) => label).join(', ')}.${grown.join('')}${lacking}`;
}
