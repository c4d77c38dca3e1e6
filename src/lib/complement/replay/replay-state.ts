import type { Digest } from '../canonical';
import { isReply } from '../conclude';
import { callKey, requestOf } from '../run/call-key';
import { makeTrace } from '../run/make-trace';
import type { Context, RunSetting, StateDone } from '../run/types';
import type { Answer, Ask } from '../stages/ask';
import type { Call, Trace } from '../trace';
import { replayCalls, ReplayFault } from './replay-calls';

/** More tokens than any attempt can have used: counts above are no counts. */
const MOST_TOKENS = 1e9;

/**
 * Replays a state from its exported traces. The recorded replies are parsed and validated anew; call keys, models,
 * hashes, shown cards, the configuration and all that was made of a reply are checked on the way. Rejects with a
 * ReplayFault where anything differs.
 */
export async function replayState(
  context: Context,
  traces: readonly Trace[],
  setting: RunSetting,
  digest: Digest,
): Promise<StateDone> {
  const done = await replayCalls(context, traces, setting, {
    callOf,
    check: (trace, ask, answer) => checkTrace(trace, ask, answer, { context, setting, digest }),
  });
  const extra = traces.find((trace) => !done.traces.some(({ key }) => key === trace.key));
  if (extra || traces.length > done.traces.length)
    throw new ReplayFault(`${context.state_id}: has a trace that none of its stages asks for`);
  return done;
}

async function checkTrace(
  trace: Trace,
  ask: Ask,
  answer: Answer,
  { context, setting, digest }: { context: Context; setting: RunSetting; digest: Digest },
): Promise<void> {
  const where = `${trace.state_id}, ${trace.stage}`;
  if (trace.configuration_sha256 !== setting.configurationSha256)
    throw new ReplayFault(`${where}: made under configuration ${trace.configuration_sha256}`);
  const { method, models, decoding } = setting.configuration;
  if (trace.method !== method) throw new ReplayFault(`${where}: made by the method ${trace.method}`);
  if (trace.state_id !== context.state_id)
    throw new ReplayFault(`${where}: stands among the calls of ${context.state_id}`);
  if (!same(trace.model, models[ask.stage]))
    throw new ReplayFault(`${where}: its model is not the configuration's`);
  const request = requestOf(ask, trace.messages, setting.configuration);
  const key = await callKey(models[ask.stage], request, context.state_id, decoding.attempts, digest);
  if (key !== trace.key)
    throw new ReplayFault(`${where}: its key is not that of its prompt, model and parameters`);
  await checkAttempts(trace, where, decoding.attempts, digest);
  const again = makeTrace(callOf(trace), ask, answer, setting);
  if (!same(again.shown, trace.shown))
    throw new ReplayFault(`${where}: other cards were shown than the configuration shows`);
  if (!same(again.ids, trace.ids))
    throw new ReplayFault(`${where}: the recorded ids do not follow from the recorded reply`);
  for (const field of ['dropped', 'filled', 'missing', 'fallback'] as const)
    if (!same(again[field], trace[field]))
      throw new ReplayFault(`${where}: the recorded "${field}" does not follow from the recorded reply`);
}

async function checkAttempts(trace: Trace, where: string, limit: number, digest: Digest): Promise<void> {
  if (trace.attempts.length > limit)
    throw new ReplayFault(`${where}: has ${trace.attempts.length} attempts of ${limit}`);
  for (const attempt of trace.attempts) {
    // A request that failed has no reply, and so no hash.
    const hash = isReply(attempt.verdict) || attempt.raw !== '' ? await digest(attempt.raw) : '';
    if (hash !== attempt.raw_sha256)
      throw new ReplayFault(`${where}: the raw reply does not fit its SHA-256`);
    if (Object.values(attempt.usage).some((count) => count !== null && count > MOST_TOKENS))
      throw new ReplayFault(`${where}: tells more tokens than an attempt can use`);
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The stored part of a trace. */
export function callOf(trace: Trace): Call {
  const { key, state_id, stage, model, messages, attempts } = trace;
  return { format: 'complement-call-1', key, state_id, stage, model, messages, attempts };
}
