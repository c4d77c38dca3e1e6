import type { State } from '$lib/serbench/state';
import type { Digest } from '../canonical';
import { openJob } from '../candidates';
import { runState } from '../run/run-state';
import type { Context, RunSetting, StateJob } from '../run/types';
import { tokensBy } from '../source-tokens';
import type { Trace } from '../trace';
import { nothingRecorded, recordedCalls } from './recorded-model';
import { ReplayFault } from './replay-calls';
import { callOf } from './replay-state';

/**
 * Binds a replayed state to the items at hand: its pool is the state's, its prompts are those that this configuration
 * makes of the state's text, and its token counts are those of the delivered units. Rejects with a ReplayFault that
 * says what differs.
 */
export async function checkAgainstState(
  state: State,
  recorded: { context: Context; traces: readonly Trace[] },
  setting: RunSetting,
  tools: { digest: Digest; countTokens(text: string): number },
): Promise<void> {
  const { context, traces } = recorded;
  const { ranking, routes, tokens } = context;
  const job: StateJob = { state, ranking, routes, tokens };
  const { pool } = openJob({ ...job, ranking: [], routes: [] }, setting.configuration);
  if (pool.length !== context.pool.length || pool.some((id, place) => id !== context.pool[place]))
    throw new ReplayFault(`${state.state_id}: the run chose from another pool than this split has.`);
  const result = await runState(
    job,
    setting,
    { modelFor: () => nothingRecorded, digest: tools.digest, calls: recordedCalls(traces.map(callOf)) },
    new AbortController().signal,
  );
  if (result.status === 'failed')
    throw new ReplayFault(
      `${state.state_id}: the prompts of the run are not those that its configuration makes of this split. Choose the split that it was made over.`,
    );
  const told = tokensBy(tokens, state.state_id);
  const texts = new Map(state.candidate_evidence.map((unit) => [unit.evidence_id, unit.content_excerpt]));
  for (const id of result.selection.ids)
    if (told(id) !== tools.countTokens(texts.get(id) ?? ''))
      throw new ReplayFault(`${state.state_id}: the run counts other tokens for ${id} than its text has.`);
}
