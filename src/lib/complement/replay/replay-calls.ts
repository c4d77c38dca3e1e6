import { makeCandidates } from '../candidates';
import { conclude } from '../conclude';
import { renderUnits } from '../render';
import { makeTrace } from '../run/make-trace';
import type { Context, RunSetting, StateDone } from '../run/types';
import { select } from '../select';
import { tokensBy } from '../source-tokens';
import type { Answer, Ask } from '../stages/ask';
import type { Call, Trace } from '../trace';

/** A recording that does not fit its state or configuration; says which and how. */
export class ReplayFault extends Error {
  override name = 'ReplayFault';
  /** Which line of which file of an export it is, from 1; null where it is no single line. */
  readonly place: { file: string; line: number } | null;

  constructor(message: string, place: ReplayFault['place'] = null) {
    super(message);
    this.place = place;
  }
}

/**
 * Runs the stages again over recorded calls, without a network and without the state's text. `check` may look at
 * each call before and after its answer is drawn from it. Rejects with a ReplayFault where a call is missing.
 */
export async function replayCalls<C extends Pick<Call, 'stage'>>(
  context: Context,
  recorded: readonly C[],
  setting: RunSetting,
  read: { callOf(recorded: C): Call; check(recorded: C, ask: Ask, answer: Answer): Promise<void> },
): Promise<StateDone> {
  const traces: Trace[] = [];
  const { pool, ranking, routes, state_id } = context;
  const tokensOf = tokensBy(context.tokens, state_id);
  const candidates = fitting(() => {
    // Any unit of the pool may be delivered, here or in a derived row.
    for (const id of pool) tokensOf(id);
    return makeCandidates(pool, ranking, routes, state_id);
  });
  const selection = await select(candidates, setting.configuration, async (ask) => {
    const found = recorded.find((other) => other.stage === ask.stage);
    if (!found) throw new ReplayFault(`${context.state_id}: no trace of the ${ask.stage} call`);
    const call = read.callOf(found);
    const answer = conclude(ask, call.attempts);
    await read.check(found, ask, answer);
    traces.push(makeTrace(call, ask, answer, setting));
    return answer;
  });
  const rendered = renderUnits(selection.ids, tokensOf, setting.configuration.render.tokenCeiling);
  const fallbacks = traces.filter((trace) => trace.fallback).length;
  return { status: 'scored', state_id: context.state_id, selection, rendered, traces, fallbacks };
}

/** A context that names units it does not have is a fault of the recording. */
function fitting<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new ReplayFault(`${error.message}.`);
    throw error;
  }
}

/** A state's result from its stored calls: what was stored is what was sent, so nothing is compared. */
export const doneFromCalls = (
  context: Context,
  calls: readonly Call[],
  setting: RunSetting,
): Promise<StateDone> =>
  replayCalls(context, calls, setting, { callOf: (call) => call, check: () => Promise.resolve() });
