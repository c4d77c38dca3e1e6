import type { State } from '$lib/serbench/state';
import type { Prepared } from '../ingest/prepared';

/** Reads one state out of a prepared split: a slice of its text, validated when it was made. */
export async function readPreparedState(prepared: Prepared, position: number): Promise<State | null> {
  const summary = prepared.summaries[position];
  if (!summary) return null;
  const text = await prepared.text.slice(summary.start, summary.end).text();
  const state = JSON.parse(text) as State;
  if (state.state_id !== summary.state_id) {
    throw new Error(
      'The kept data does not fit its index: delete the split on the storage page and load it again.',
    );
  }
  return state;
}
