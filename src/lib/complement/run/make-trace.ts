import type { Answer, Ask } from '../stages/ask';
import type { Call, Trace } from '../trace';
import type { RunSetting } from './types';

/** A stored call with what the stage made of it, under the configuration that asked. */
export function makeTrace(call: Call, ask: Ask, answer: Answer, setting: RunSetting): Trace {
  return {
    ...call,
    format: 'complement-trace-1',
    configuration_sha256: setting.configurationSha256,
    method: setting.configuration.method,
    shown: ask.candidates.map(({ id }) => id),
    ids: answer.ids,
    dropped: answer.dropped,
    filled: answer.filled,
    missing: answer.missing,
    fallback: answer.fallback,
  };
}
