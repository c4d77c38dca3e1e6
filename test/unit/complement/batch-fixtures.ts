import type { State } from '$lib/serbench/state';
import type { ChatModel } from '$lib/complement/model';
import { MemoryStore } from '$lib/complement/batch/memory-store';
import { EMPTY_TALLY } from '$lib/complement/batch/record';
import { runBatch, type BatchEnd, type BatchInput } from '$lib/complement/batch/run-batch';
import { rowsOf, type RunAbout } from '$lib/complement/export/bundle';
import { predictionLines } from '$lib/complement/prediction-row';
import { wordCover } from '$lib/complement/scripted/word-cover';
import { digest, makeJob, makeState, never, scriptedConfiguration, setting } from './fixtures';

export const STATES = 20;
export const states = (): State[] =>
  Array.from({ length: STATES }, (_, n) => makeState(25, { state_id: `s${n}`, issue: `Issue ${n}` }));

async function* stream(list: State[]): AsyncGenerator<State> {
  for (const state of list) yield await Promise.resolve(state);
}

/** Counts calls; a kill makes the k-th call never come back, as a closed tab would. */
export class Counted implements ChatModel {
  made = new Map<string, number>();
  answered = 0;
  constructor(
    readonly killAt: number,
    readonly kill: () => void,
  ) {}
  complete: ChatModel['complete'] = async (request, signal) => {
    const text = request.messages[1]?.content ?? '';
    if (this.answered === this.killAt) {
      this.kill();
      return new Promise(() => undefined);
    }
    this.answered += 1;
    this.made.set(text, (this.made.get(text) ?? 0) + 1);
    return wordCover.complete(request, signal);
  };
}

export async function batch(
  over: Partial<BatchInput> & { model?: ChatModel } = {},
): Promise<{ end: BatchEnd; input: BatchInput; store: MemoryStore }> {
  const store = (over.store as MemoryStore | undefined) ?? new MemoryStore();
  const { model = wordCover, ...rest } = over;
  const input: BatchInput = {
    states: stream(states()),
    prepare: (state) => Promise.resolve(makeJob(state)),
    setting: await setting(scriptedConfiguration()),
    tools: { modelFor: () => model, digest },
    store,
    concurrency: 1,
    budget: { tokens: null, cost: null },
    costOf: () => null,
    countTokens: () => 0,
    tally: { ...EMPTY_TALLY },
    paused: () => null,
    update: () => undefined,
    signal: never,
    ...rest,
  };
  return { end: await runBatch(input), input, store };
}

/** What an export says of itself; the tests' models have no price. */
export const ABOUT: RunAbout = {
  origin: {
    items_sha256: 'e'.repeat(64),
    program: 'Complement 0.1.0',
    accessed: { first: '2026-11-30T08:00:00.000Z', last: '2026-11-30T09:00:00.000Z' },
  },
  tools: { costOf: () => 0, countTokens: () => 0 },
};

export const bytesOf = (store: MemoryStore) => predictionLines(rowsOf([...store.outcomes.values()]));

/** Bills every request, as a provider would. */
export const billing = (input: number, output: number): ChatModel => ({
  complete: async (request, signal) => {
    await Promise.resolve();
    const outcome = await wordCover.complete(request, signal);
    return outcome.ok
      ? { ok: true, reply: { ...outcome.reply, usage: { input, output, cached: null } } }
      : outcome;
  },
});
