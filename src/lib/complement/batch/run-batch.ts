import type { State } from '$lib/serbench/state';
import type { Digest } from '../canonical';
import type { ModelRef } from '../config/schema';
import { DERIVED_METHODS } from '../methods';
import type { ChatModel } from '../model';
import { derivedRow, predictionRow } from '../prediction-row';
import { contextOf } from '../replay/context';
import { runState } from '../run/run-state';
import type { CallStore, RunSetting, RunTools, StateJob, StateResult } from '../run/types';
import { overBudget, type Budget, type CostOf } from './budget';
import { countRequest, expectedOutput } from './dry-run';
import { gated } from './gate';
import { Purse } from './purse';
import type { Outcome, Tally } from './record';
import { tokensBy } from '../source-tokens';
import { Slots } from './slots';

/** Failed states in a row after which a batch stops: something is wrong with more than one state. */
const MOST_FAILURES = 8;

/**
 * States under way for so many calls at once. Some more than calls: while one state's prompt is made, another's call
 * is out, so the calls never wait for our own work. One at a time stays one at a time.
 */
const statesUnderWay = (calls: number): number => (calls === 1 ? 1 : calls + Math.ceil(calls / 2));

export interface BatchStore extends CallStore {
  /** What became of a state, by its id: a place in a file can be another state's in another file. */
  outcome(stateId: string): Promise<Outcome | null>;
  /** Takes the place of the state's earlier outcome. */
  putOutcome(outcome: Outcome): Promise<void>;
}

export interface BatchInput {
  states: AsyncIterable<State>;
  /** The ids of the states to run; null = all. The others keep their places and what is stored of them. */
  only?: ReadonlySet<string> | null;
  /** Ranking and token counts of a state; called once a state, when its turn comes. */
  prepare(state: State): Promise<StateJob>;
  setting: RunSetting;
  tools: { modelFor(ref: ModelRef): ChatModel; digest: Digest };
  store: BatchStore;
  /** Calls that may be out at once. */
  concurrency: number;
  budget: Budget;
  costOf: CostOf;
  /** Counts tokens, for what a call is expected to take under a budget, and where a provider tells no usage. */
  countTokens(text: string): number;
  /** What earlier sessions spent; counts towards the budget. Changed in place. */
  tally: Tally;
  /** A reason to start no further call, asked before each; null = go on. */
  paused(): string | null;
  /** Called after every state. */
  update(tally: Tally): void | Promise<void>;
  signal: AbortSignal;
}

export type BatchEnd = { status: 'done' } | { status: 'stopped'; reason: string };

/**
 * Runs a split with a bound on the calls out at once and on the states under way. Every call is stored before the next starts, every outcome
 * as soon as it is known; outcomes that are stored are not made again, failed ones are. Holds no texts or
 * traces beyond the states under way.
 */
export async function runBatch(input: BatchInput): Promise<BatchEnd> {
  const { tally, store, signal } = input;
  const states = input.states[Symbol.asyncIterator]();
  let index = 0;
  let stop: string | null = null;
  let failures = 0;
  /** Chosen states that were not met yet. */
  let missing = input.only?.size ?? Infinity;
  let pulling: Promise<unknown> = Promise.resolve();
  const slots = new Slots(input.concurrency);
  const purse = new Purse(tally, input.budget, input.costOf);
  const refusal = () => stop ?? input.paused() ?? overBudget(tally, input.budget);

  /** The next state, one reader at a time. */
  const pull = (): Promise<{ state: State; index: number } | null> => {
    const next = pulling.then(async () => {
      while (refusal() === null && missing > 0) {
        const { value, done } = await states.next();
        if (done === true) return null;
        const place = index++;
        if (input.only && !input.only.has(value.state_id)) continue;
        missing -= 1;
        return { state: value, index: place };
      }
      return null;
    });
    pulling = next.catch(() => undefined);
    return next;
  };

  const calls: CallStore = {
    begin: (key) => store.begin(key),
    attempted: (call) => store.attempted(call),
    find: async (key) => {
      const call = await store.find(key);
      if (call) tally.stored += 1;
      return call;
    },
    store: (call) => store.store(call),
    fail: (key, call) => store.fail(key, call),
  };
  const tools: RunTools = {
    digest: input.tools.digest,
    calls,
    modelFor: (ref, ask) => {
      return gated(ref, input.tools.modelFor(ref), {
        purse,
        expect: (request) => ({
          input: countRequest(request, input.countTokens),
          output: expectedOutput(ask),
          cached: null,
        }),
        countTokens: input.countTokens,
        refusal,
      });
    },
    turn: (work) => slots.use(work),
  };

  async function work(): Promise<void> {
    for (let next = await pull(); next; next = await pull()) {
      signal.throwIfAborted();
      const known = await store.outcome(next.state.state_id);
      if (known?.status === 'scored') continue;
      const job = await input.prepare(next.state);
      const result = await runState(job, input.setting, tools, signal);
      if (result.status === 'failed' && result.failure.reach === 'stop') {
        stop ??= result.failure.message;
        return;
      }
      failures = result.status === 'failed' ? failures + 1 : 0;
      if (result.status === 'failed') tally.failed += known?.status === 'failed' ? 0 : 1;
      else {
        tally.scored += 1;
        tally.failed -= known?.status === 'failed' ? 1 : 0;
        tally.fallbacks += result.fallbacks;
      }
      await store.putOutcome(outcomeOf(result, job, next.index, input.setting));
      await input.update(tally);
      if (failures >= MOST_FAILURES && result.status === 'failed')
        stop ??= `${failures} states failed in a row, the last with: ${result.failure.message}`;
    }
  }

  const workers = Array.from({ length: statesUnderWay(input.concurrency) }, work);
  const ends = await Promise.allSettled(workers);
  await states.return?.();
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  const reason = refusal();
  return reason === null ? { status: 'done' } : { status: 'stopped', reason };
}

function outcomeOf(result: StateResult, job: StateJob, index: number, setting: RunSetting): Outcome {
  const base = {
    state_id: result.state_id,
    index,
    calls: result.traces.map(({ stage, key }) => ({ stage, key })),
    context: contextOf(job, setting.configuration),
  };
  if (result.status === 'failed')
    return { ...base, status: 'failed', reason: result.failure.message, rows: [] };
  const tokensOf = tokensBy(job.tokens, result.state_id);
  const derived =
    setting.configuration.method === 'mss-complement'
      ? DERIVED_METHODS.map((method) => derivedRow(method, result, tokensOf, setting))
      : [];
  return { ...base, status: 'scored', reason: '', rows: [predictionRow(result, setting), ...derived] };
}
