import type { ChatModel, ChatOutcome } from '../model';
import type { Call } from '../trace';
import type { CallStore } from '../run/types';

/** A store over recorded calls that never takes new ones: replaying with it needs no model. */
export function recordedCalls(calls: readonly Call[]): CallStore {
  const byKey = new Map(calls.map((call) => [call.key, call]));
  return {
    find: (key) => Promise.resolve(byKey.get(key) ?? null),
    begin: () => Promise.resolve([]),
    attempted: () => Promise.resolve(),
    fail: () => Promise.resolve(),
    store: () => Promise.reject(new Error('A recorded run takes no new calls')),
  };
}

/** The model behind a recorded run: whatever was not recorded fails with a plain reason. */
export const nothingRecorded: ChatModel = {
  complete: () =>
    Promise.resolve<ChatOutcome>({
      ok: false,
      failure: {
        kind: 'not-recorded',
        reach: 'state',
        status: null,
        message: 'This call was not recorded; choose an endpoint to make it.',
        usage: { input: null, output: null, cached: null },
        latencyMs: 0,
      },
    }),
};
