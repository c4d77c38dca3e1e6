import { textsOf } from './second-stage/stage';
import { queryText, type QueryForm } from '$lib/retrieval/query-text';
import type { State } from '$lib/serbench/state';
import type { PairScorer } from './second-stage/pair-scorer';
import type { Ask, ReadingEncoder } from './unread';

/** Who is to read: plain values, so that the question crosses to the worker that holds the states. */
export type Reader =
  { kind: 'encoder'; encoder: ReadingEncoder } | { kind: 'scorer'; scorer: Omit<PairScorer, 'score'> };

/** What is to be read of a split. */
export interface UnreadRequest {
  forms: readonly QueryForm[];
  /** Units by number; null for a state's whole pool. */
  states: readonly { id: string; units: readonly number[] | null }[];
  reader: Reader;
  /** Whether tokens are counted, for a price. */
  counted: boolean;
}

/** A request as texts, state by state. */
export async function* asksOf(
  { forms, states }: Pick<UnreadRequest, 'forms' | 'states'>,
  stateOf: (id: string) => Promise<State>,
): AsyncGenerator<Ask> {
  for (const { id, units } of states) {
    const state = await stateOf(id);
    const documents = textsOf(state, units ?? [...state.candidate_evidence.keys()]);
    for (const form of forms) yield { query: queryText(state, form), documents };
  }
}
