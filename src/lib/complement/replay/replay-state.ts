import { makeCandidates } from '../candidates';
import type { Digest } from '../canonical';
import { conclude } from '../conclude';
import { renderUnits } from '../render';
import { makeTrace } from '../run/make-trace';
import type { Context, RunSetting, StateDone } from '../run/types';
import { select } from '../select';
import type { Ask } from '../stages/ask';
import type { Call, Trace } from '../trace';

/** A trace that does not fit its state or configuration; says which and how. */
export class ReplayFault extends Error {
  override name = 'ReplayFault';
}

/**
 * Runs the stages again over recorded traces, without a network and without the state's text. The recorded
 * replies are parsed and validated anew; hashes, shown cards and recorded ids are checked on the way.
 * Rejects with a ReplayFault where anything differs.
 */
export async function replayState(
  context: Context,
  traces: readonly Trace[],
  setting: RunSetting,
  digest: Digest,
): Promise<StateDone> {
  const again: Trace[] = [];
  const candidates = makeCandidates(context.pool, context.ranking, context.routes, context.state_id);
  const selection = await select(candidates, setting.configuration, async (ask) => {
    const trace = traces.find((other) => other.stage === ask.stage);
    if (!trace) throw new ReplayFault(`${context.state_id}: no trace of the ${ask.stage} call`);
    await checkTrace(trace, ask, setting, digest);
    const answer = conclude(ask, trace.attempts);
    if (!sameList(answer.ids, trace.ids))
      throw new ReplayFault(
        `${context.state_id}, ${ask.stage}: the recorded ids do not follow from the recorded reply`,
      );
    again.push(makeTrace(callOf(trace), ask, answer, setting));
    return answer;
  });
  const tokensOf = (id: string) => {
    const tokens = context.tokens[id];
    if (tokens === undefined) throw new ReplayFault(`${context.state_id}: no token count for ${id}`);
    return tokens;
  };
  const rendered = renderUnits(selection.ids, tokensOf, setting.configuration.render.tokenCeiling);
  const fallbacks = again.filter((trace) => trace.fallback).length;
  return { status: 'scored', state_id: context.state_id, selection, rendered, traces: again, fallbacks };
}

async function checkTrace(trace: Trace, ask: Ask, setting: RunSetting, digest: Digest): Promise<void> {
  const where = `${trace.state_id}, ${trace.stage}`;
  if (trace.configuration_sha256 !== setting.configurationSha256)
    throw new ReplayFault(`${where}: made under configuration ${trace.configuration_sha256}`);
  const shown = ask.candidates.map(({ id }) => id);
  if (!sameList(shown, trace.shown)) throw new ReplayFault(`${where}: other cards were shown than now`);
  for (const attempt of trace.attempts)
    if (attempt.raw_sha256 !== '' && (await digest(attempt.raw)) !== attempt.raw_sha256)
      throw new ReplayFault(`${where}: the raw reply does not fit its SHA-256`);
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** The stored part of a trace. */
export function callOf(trace: Trace): Call {
  const { key, state_id, stage, model, messages, attempts } = trace;
  return { format: 'complement-call-1', key, state_id, stage, model, messages, attempts };
}
