import type { State } from '$lib/serbench/state';
import { candidatesOf } from '../candidates';
import { conclude } from '../conclude';
import type { Configuration, ModelRef } from '../config/schema';
import { makeRequest } from '../run/run-state';
import type { StateJob } from '../run/types';
import { select } from '../select';
import type { ChatRequest } from '../model';
import type { Ask } from '../stages/ask';
import type { CostOf } from './budget';

/** Answer tokens assumed per id, and for the rest of an answer. */
const PER_ID = 22;
const REST = 80;

export interface Expected {
  states: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Null when a model has no known price. */
  cost: number | null;
}

export const NOTHING_EXPECTED: Expected = { states: 0, calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };

/**
 * What a state will take: the prompts are made as in a run, with the ranked order standing in for every answer,
 * and their tokens counted. Reasoning that a model bills as output is not foreseen.
 */
export async function expectState(
  job: StateJob,
  configuration: Configuration,
  countTokens: (text: string) => number,
  costOf: CostOf,
): Promise<Expected> {
  let total: Expected = { ...NOTHING_EXPECTED, states: 1 };
  await select(candidatesOf(job, configuration), configuration, (ask) => {
    const input = countPrompt(job.state, configuration, ask, countTokens);
    const output = expectedOutput(ask);
    const ref: ModelRef = configuration.models[ask.stage];
    const cost = costOf(ref, { input, output, cached: null });
    total = add(total, { states: 0, calls: 1, inputTokens: input, outputTokens: output, cost });
    return Promise.resolve(conclude(ask, []));
  });
  return total;
}

/** Answer tokens that are expected of a question. */
export const expectedOutput = (ask: Pick<Ask, 'maximum'>): number => ask.maximum * PER_ID + REST;

/** Tokens of a request's messages. */
export const countRequest = (request: ChatRequest, countTokens: (text: string) => number): number =>
  request.messages.reduce((sum, message) => sum + countTokens(message.content), 0);

function countPrompt(
  state: State,
  configuration: Configuration,
  ask: Ask,
  countTokens: (text: string) => number,
): number {
  return countRequest(makeRequest(ask, state, configuration), countTokens);
}

/** Sum of two expectations; an unknown cost stays unknown. */
export function add(a: Expected, b: Expected): Expected {
  return {
    states: a.states + b.states,
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  };
}
