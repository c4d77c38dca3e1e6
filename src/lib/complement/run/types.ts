import type { State } from '$lib/serbench/state';
import type { Digest } from '../canonical';
import type { Configuration, ModelRef } from '../config/schema';
import type { ChatFailure, ChatModel } from '../model';
import type { Ask, Selection } from '../stages/ask';
import type { Attempt, Call, Trace } from '../trace';
import type { Rendered } from '../render';

/** Where finished calls are kept. A call is stored before the next one starts. */
export interface CallStore {
  find(key: string): Promise<Call | null>;
  /**
   * Notes that a call is about to be sent; a note without a call after a crash means "perhaps billed". Gives the
   * attempts that an earlier session finished of it: they are paid, and are not made again.
   */
  begin(key: string): Promise<Attempt[]>;
  /** Keeps the attempts of a call that needs another one, before that one is sent. */
  attempted(call: Call): Promise<void>;
  store(call: Call): Promise<void>;
  /**
   * Keeps a call that ended without an answer, so that what it used is counted; `find` does not find it. Null
   * when no further request was sent: then the note is taken back, and attempts stay as they are.
   */
  fail(key: string, call: Call | null): Promise<void>;
}

/** What a run needs from outside: models by reference, a digest, a store. */
export interface RunTools {
  modelFor(ref: ModelRef, ask: Ask): ChatModel;
  digest: Digest;
  calls: CallStore;
  /** Waits for a turn to make a call, and holds it until the work has ended; absent = at once. */
  turn?<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Told of every finished stage, for a page that watches. */
  traced?(trace: Trace, stored: boolean): void;
}

/** One state with its ranking and token counts: everything inference may read. */
export interface StateJob {
  state: State;
  /** The fused ranking over the pool; may leave units out. */
  ranking: readonly string[];
  /** The two routes of ssr; empty for other methods. */
  routes: readonly (readonly string[])[];
  /** Source tokens of each unit of the pool. */
  tokens: Readonly<Record<string, number>>;
}

/** What is needed beside the traces to replay a state without its text. */
export interface Context {
  format: 'complement-context-1';
  state_id: string;
  pool: string[];
  ranking: string[];
  routes: string[][];
  tokens: Record<string, number>;
}

export interface StateDone {
  status: 'scored';
  state_id: string;
  selection: Selection;
  rendered: Rendered;
  traces: Trace[];
  /** Stages that fell back to the ranked order. */
  fallbacks: number;
}

export interface StateFailed {
  status: 'failed';
  state_id: string;
  failure: ChatFailure;
  /** The traces of the stages before the failure. */
  traces: Trace[];
}

export type StateResult = StateDone | StateFailed;

export interface RunSetting {
  configuration: Configuration;
  configurationSha256: string;
}
