import type { RunAccounting } from './accounting';
import { billedUsage } from './batch/billed';
import type { CostOf } from './batch/budget';
import type { Outcome } from './batch/record';
import { isReply } from './conclude';
import { doneFromCalls } from './replay/replay-calls';
import type { RunSetting } from './run/types';
import type { Attempt, Call, Trace } from './trace';

/** What accounting needs beside what is stored: prices, and a counter for what a provider did not count. */
export interface AccountTools {
  costOf: CostOf;
  countTokens(text: string): number;
}

/** Of no state: the start of a sum. */
export const NOTHING_USED: RunAccounting = {
  states: 0,
  calls: 0,
  attempts: 0,
  fallbackStates: 0,
  fallbackCalls: 0,
  normalisedCalls: 0,
  shortCalls: 0,
  filledCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  latencyMs: 0,
  contextTokens: 0,
  returnedSizes: {},
};

/** One scored state's accounting: the sums over its calls, with `states` 1. */
export interface StateAccount {
  state_id: string;
  account: RunAccounting;
}

/**
 * The accounting of a run: the sum over its scored states of what their calls used and how their answers were made
 * usable (E.2, E.4). Calls are fetched one state at a time. Rejects with a ReplayFault when a call is gone.
 */
export async function accountOf(
  outcomes: readonly Outcome[],
  findCall: (key: string) => Promise<Call | null>,
  setting: RunSetting,
  tools: AccountTools,
): Promise<RunAccounting> {
  let total = NOTHING_USED;
  for await (const { account } of accountStates(outcomes, findCall, setting, tools))
    total = sum(total, account);
  return total;
}

/** The same, state by state, in the order of the outcomes; failed states are left out. */
export async function* accountStates(
  outcomes: readonly Outcome[],
  findCall: (key: string) => Promise<Call | null>,
  setting: RunSetting,
  tools: AccountTools,
): AsyncGenerator<StateAccount> {
  for (const outcome of outcomes) {
    if (outcome.status !== 'scored') continue;
    const found = await Promise.all(outcome.calls.map(({ key }) => findCall(key)));
    const calls = found.filter((call) => call !== null);
    const { traces } = await doneFromCalls(outcome.context, calls, setting);
    yield { state_id: outcome.state_id, account: accountState(outcome, traces, tools) };
  }
}

function accountState(outcome: Outcome, traces: readonly Trace[], tools: AccountTools): RunAccounting {
  const [row] = outcome.rows;
  const number = (test: (trace: Trace) => boolean) => traces.filter(test).length;
  const attempts = traces.flatMap((trace) => trace.attempts.map((attempt) => spent(trace, attempt, tools)));
  const total = (of: (attempt: (typeof attempts)[number]) => number) =>
    attempts.reduce((all, attempt) => all + of(attempt), 0);
  return {
    states: 1,
    calls: traces.length,
    attempts: attempts.length,
    fallbackStates: traces.some((trace) => trace.fallback) ? 1 : 0,
    fallbackCalls: number((trace) => trace.fallback),
    normalisedCalls: number((trace) => trace.dropped.some(({ reason }) => reason !== 'beyond the limit')),
    shortCalls: number(isShort),
    filledCalls: number((trace) => trace.filled.length > 0),
    inputTokens: total(({ usage }) => usage.input ?? 0),
    outputTokens: total(({ usage }) => usage.output ?? 0),
    cost: attempts.some(({ cost }) => cost === null) ? null : total(({ cost }) => cost ?? 0),
    latencyMs: total(({ latencyMs }) => latencyMs),
    contextTokens: row?.source_tokens ?? 0,
    returnedSizes: { [String(row?.ranked_evidence_ids.length ?? 0)]: 1 },
  };
}

/**
 * Whether the answer itself had fewer ids than asked. A completed list is exactly as long as the least that was asked;
 * one that only fell below it because unknown or repeated ids were taken out is not short.
 */
const isShort = ({ fallback, ids, filled, dropped }: Trace): boolean =>
  !fallback && filled.length > 0 && ids.length - filled.length + dropped.length < ids.length;

function spent(trace: Trace, attempt: Attempt, { costOf, countTokens }: AccountTools) {
  const usage = isReply(attempt.verdict)
    ? billedUsage(trace.model, attempt, trace.messages, countTokens)
    : attempt.usage;
  // A failed request that nobody counted cost nothing that is known of.
  const told = usage.input !== null || usage.output !== null;
  return { usage, cost: costOf(trace.model, usage) ?? (told ? null : 0), latencyMs: attempt.latency_ms };
}

/** Sum of two accounts; an unknown cost stays unknown. */
export function sum(a: RunAccounting, b: RunAccounting): RunAccounting {
  const returnedSizes = { ...a.returnedSizes };
  for (const [size, states] of Object.entries(b.returnedSizes))
    returnedSizes[size] = (returnedSizes[size] ?? 0) + states;
  return {
    states: a.states + b.states,
    calls: a.calls + b.calls,
    attempts: a.attempts + b.attempts,
    fallbackStates: a.fallbackStates + b.fallbackStates,
    fallbackCalls: a.fallbackCalls + b.fallbackCalls,
    normalisedCalls: a.normalisedCalls + b.normalisedCalls,
    shortCalls: a.shortCalls + b.shortCalls,
    filledCalls: a.filledCalls + b.filledCalls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
    latencyMs: a.latencyMs + b.latencyMs,
    contextTokens: a.contextTokens + b.contextTokens,
    returnedSizes,
  };
}
