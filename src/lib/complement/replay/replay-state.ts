import type { Digest } from '../canonical';
import type { Context, RunSetting, StateDone } from '../run/types';
import type { Answer, Ask } from '../stages/ask';
import type { Call, Trace } from '../trace';
import { replayCalls, ReplayFault } from './replay-calls';

/**
 * Replays a state from its exported traces. The recorded replies are parsed and validated anew; hashes, shown
 * cards, the configuration and the recorded ids are checked on the way. Rejects with a ReplayFault where
 * anything differs.
 */
export function replayState(
  context: Context,
  traces: readonly Trace[],
  setting: RunSetting,
  digest: Digest,
): Promise<StateDone> {
  return replayCalls(context, traces, setting, {
    callOf,
    check: (trace, ask, answer) => checkTrace(trace, ask, answer, setting, digest),
  });
}

async function checkTrace(
  trace: Trace,
  ask: Ask,
  answer: Answer,
  setting: RunSetting,
  digest: Digest,
): Promise<void> {
  const where = `${trace.state_id}, ${trace.stage}`;
  if (trace.configuration_sha256 !== setting.configurationSha256)
    throw new ReplayFault(`${where}: made under configuration ${trace.configuration_sha256}`);
  const shown = ask.candidates.map(({ id }) => id);
  if (!sameList(shown, trace.shown)) throw new ReplayFault(`${where}: other cards were shown than now`);
  for (const attempt of trace.attempts)
    if (attempt.raw_sha256 !== '' && (await digest(attempt.raw)) !== attempt.raw_sha256)
      throw new ReplayFault(`${where}: the raw reply does not fit its SHA-256`);
  if (!sameList(answer.ids, trace.ids))
    throw new ReplayFault(`${where}: the recorded ids do not follow from the recorded reply`);
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** The stored part of a trace. */
export function callOf(trace: Trace): Call {
  const { key, state_id, stage, model, messages, attempts } = trace;
  return { format: 'complement-call-1', key, state_id, stage, model, messages, attempts };
}
