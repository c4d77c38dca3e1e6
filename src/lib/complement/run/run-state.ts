import type { State } from '$lib/serbench/state';
import { exchange } from '../attempts';
import { candidatesOf } from '../candidates';
import { conclude } from '../conclude';
import type { Configuration } from '../config/schema';
import { renderAsk } from '../messages';
import { HELD_BACK, type ChatFailure, type ChatRequest } from '../model';
import { renderUnits } from '../render';
import { select } from '../select';
import { tokensBy } from '../source-tokens';
import type { Ask } from '../stages/ask';
import type { Attempt, Call, Trace } from '../trace';
import { callKey, requestOf } from './call-key';
import { makeTrace } from './make-trace';
import type { RunSetting, RunTools, StateJob, StateResult } from './types';

/** Ends a state whose call failed; caught here and nowhere else. */
class CallFailed extends Error {
  constructor(readonly failure: ChatFailure) {
    super(failure.message);
  }
}

/** The provider request of a question; the same text gives the same call key. */
export const makeRequest = (ask: Ask, state: State, configuration: Configuration): ChatRequest =>
  requestOf(ask, renderAsk(ask, state, configuration).messages, configuration);

/**
 * Runs the configuration's method on one state. Calls that the store holds are not made again. A failed call
 * gives a `failed` result with its reason; an abort rejects with the signal's reason.
 */
export async function runState(
  job: StateJob,
  setting: RunSetting,
  tools: RunTools,
  signal: AbortSignal,
): Promise<StateResult> {
  const { state } = job;
  const { configuration } = setting;
  const traces: Trace[] = [];
  try {
    const selection = await select(candidatesOf(job, configuration), configuration, async (ask) => {
      const { call, stored } = await callOnce(ask, state, configuration, tools, signal);
      const answer = conclude(ask, call.attempts);
      const trace = makeTrace(call, ask, answer, setting);
      traces.push(trace);
      tools.traced?.(trace, stored);
      return answer;
    });
    const rendered = renderUnits(
      selection.ids,
      tokensBy(job.tokens, state.state_id),
      configuration.render.tokenCeiling,
    );
    const fallbacks = traces.filter((trace) => trace.fallback).length;
    return { status: 'scored', state_id: state.state_id, selection, rendered, traces, fallbacks };
  } catch (error) {
    if (error instanceof CallFailed)
      return { status: 'failed', state_id: state.state_id, failure: error.failure, traces };
    throw error;
  }
}

async function callOnce(
  ask: Ask,
  state: State,
  configuration: Configuration,
  tools: RunTools,
  signal: AbortSignal,
): Promise<{ call: Call; stored: boolean }> {
  const ref = configuration.models[ask.stage];
  const request = makeRequest(ask, state, configuration);
  const key = await callKey(ref, request, state.state_id, configuration.decoding.attempts, tools.digest);
  const known = await tools.calls.find(key);
  if (known) return { call: known, stored: true };
  const callWith = (attempts: readonly Attempt[]): Call => ({
    format: 'complement-call-1',
    key,
    state_id: state.state_id,
    stage: ask.stage,
    model: ref,
    messages: [...request.messages],
    attempts: attempts.filter((attempt) => attempt.verdict !== HELD_BACK),
  });
  // A call counts as begun from its turn on: one that waits for it has sent nothing that could be billed.
  const turn = tools.turn ?? ((work) => work());
  const { attempts, failure } = await turn(async () => {
    signal.throwIfAborted();
    return exchange(ask, request, {
      model: tools.modelFor(ref, ask),
      limit: configuration.decoding.attempts,
      retryNote: configuration.prompts.text.retry,
      digest: tools.digest,
      signal,
      earlier: await tools.calls.begin(key),
      attempted: (sofar) => tools.calls.attempted(callWith(sofar)),
    });
  });
  const call = callWith(attempts);
  if (failure) {
    await tools.calls.fail(key, failure.kind === HELD_BACK ? null : call);
    throw new CallFailed(failure);
  }
  await tools.calls.store(call);
  return { call, stored: false };
}
