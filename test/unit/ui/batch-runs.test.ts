import { expect, test } from 'vitest';
import { NOTHING_USED } from '$lib/complement/account';
import type { Outcome } from '$lib/complement/batch/record';
import { runsOf, saySent, type Sent } from '$lib/ui/complement/batch-runs';
import { scriptedConfiguration } from '../complement/fixtures';

const row = (state_id: string, method: string) => ({
  state_id,
  method,
  ranked_evidence_ids: ['a'],
  configuration_sha256: 'c',
  fallbacks: 0,
  source_tokens: 3,
});
const outcome = (state_id: string, status: Outcome['status'], rows: Outcome['rows']) =>
  ({ state_id, status, rows, reason: status === 'failed' ? 'refused' : '' }) as Outcome;

test('a batch becomes one run a method; what it used is stored with its own method only', () => {
  const configuration = scriptedConfiguration();
  const own = configuration.method;
  const accounting = { ...NOTHING_USED, states: 2, fallbackStates: 1 };
  const runs = runsOf(
    { configuration, configurationSha256: 'c' },
    [
      outcome('s1', 'scored', [row('s1', own), row('s1', 'fixed-top-8')]),
      outcome('s2', 'scored', [row('s2', own), row('s2', 'fixed-top-8')]),
      outcome('s3', 'failed', []),
    ],
    accounting,
  );
  expect(runs.map((run) => [run.method, run.accounting])).toEqual([
    [own, accounting],
    ['fixed-top-8', null],
  ]);
  for (const run of runs) {
    expect(run.rows).toEqual([
      { state_id: 's1', method: run.method, ranked_evidence_ids: ['a'] },
      { state_id: 's2', method: run.method, ranked_evidence_ids: ['a'] },
    ]);
    expect(run.failed).toEqual([{ state_id: 's3', reason: 'refused' }]);
  }
});

test('what takes the place of an earlier run, or lacks its accounting, is told', () => {
  const m = { label: 'm', grownFrom: null };
  const say = (runs: Sent['runs'], unaccounted: string | null = null) => saySent({ runs, unaccounted });
  expect(say([m, { label: 'n', grownFrom: null }])).toBe('Now in the workspace: m, n.');
  expect(say([{ ...m, grownFrom: 3 }])).toBe(
    'Now in the workspace: m. m takes the place of an earlier part of the run, which had 3 of its states.',
  );
  expect(say([m], 'A call is gone.')).toContain('could not be read: A call is gone.');
});
