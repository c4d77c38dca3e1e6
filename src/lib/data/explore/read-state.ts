import { FaultList } from '$lib/serbench/fault';
import { isObject } from '$lib/serbench/reading/fields';
import { RowFaults } from '$lib/serbench/reading/row-faults';
import { readState } from '$lib/serbench/reading/state-row';
import type { State } from '$lib/serbench/state';
import type { Prepared } from '../ingest/prepared';

/** Reads one state out of a prepared split: a slice of its text, read as it was when the split was made. */
export async function readPreparedState(prepared: Prepared, position: number): Promise<State | null> {
  const summary = prepared.summaries[position];
  if (!summary) return null;
  const content = await prepared.content;
  const text = await content.text.slice(summary.start, summary.end).text();
  const faults = new FaultList(1);
  const row: unknown = JSON.parse(text);
  const state = isObject(row)
    ? readState(row, summary.state_id, new RowFaults(faults, 'the kept data'))
    : null;
  if (!state || faults.errors > 0 || (row as { state_id?: unknown }).state_id !== summary.state_id) {
    throw new Error(
      'The kept data does not fit its index: delete the split on the storage page and load it again.',
    );
  }
  return state;
}
