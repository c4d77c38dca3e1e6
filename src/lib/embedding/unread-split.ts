import { textsOf } from './second-stage/stage';
import { queryText, type QueryForm } from '$lib/retrieval/query-text';
import type { State } from '$lib/serbench/state';
import type { TextKind } from './encoder';
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
  /** What a reranker is given before each text, by wish of the user; it is part of what is read and kept. */
  around?: Readonly<Record<TextKind, string>> | undefined;
}

/** A request as texts, state by state. */
export async function* asksOf(
  { forms, states, around = { query: '', document: '' } }: Pick<UnreadRequest, 'forms' | 'states' | 'around'>,
  stateOf: (id: string) => Promise<State>,
): AsyncGenerator<Ask> {
  for (const { id, units } of states) {
    const state = await stateOf(id);
    const texts = textsOf(state, units ?? [...state.candidate_evidence.keys()]);
    const documents = texts.map((text) => around.document + text);
    for (const form of forms) yield { query: around.query + queryText(state, form), documents };
  }
}
