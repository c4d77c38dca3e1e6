/** The narrow interface between the stages and any language model: a provider, a script, or a recorded run. */

export interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

/**
 * How strictly the endpoint was asked for JSON: by a schema that bounds sizes and names the ids, by a plain schema, by
 * JSON mode, or by the prompt alone.
 */
export type Rung = 'bounded' | 'schema' | 'json' | 'prompt';

export interface ChatRequest {
  /** The provider's alias of the model. */
  model: string;
  messages: readonly ChatMessage[];
  temperature: number;
  maxOutputTokens: number;
  /** JSON Schema of the answer, with a name that providers accept (letters, digits, `_`). */
  schema: { name: string; schema: Readonly<Record<string, unknown>> };
  /** The same answer with its bounds, for endpoints that take them. No part of what a call is known by. */
  bounded?: { name: string; schema: Readonly<Record<string, unknown>> };
}

/** Tokens as the provider counts them; null where it does not say. `input` includes cached tokens. */
export interface Usage {
  input: number | null;
  output: number | null;
  cached: number | null;
}

/** Why the model stopped. `unknown` when the provider gave no reason. */
export type Finish = 'stop' | 'length' | 'filter' | 'unknown';

export interface ChatReply {
  /** The answer's text, without reasoning that the provider reports apart. */
  text: string;
  finish: Finish;
  usage: Usage;
  /** The response body as it came, with any echo of the key blanked. */
  raw: string;
  rung: Rung;
  latencyMs: number;
  /** The model's name as the provider reports it. */
  reportedModel: string | null;
}

/**
 * `stop`: no further call can succeed until the user acts (key, model, origin, credit).
 * `state`: this state cannot succeed (its prompt was cut); other states may.
 * `retry`: the same call may succeed when made again.
 */
export type FailureReach = 'stop' | 'state' | 'retry';

export interface ChatFailure {
  /** A stable name, e.g. `key-refused`, `timeout`, `server-error`. */
  kind: string;
  reach: FailureReach;
  /** HTTP status, or null when there was no response. */
  status: number | null;
  /** What happened and what to do next; never a key. */
  message: string;
  /** What the provider billed all the same, where it says so. */
  usage: Usage;
  latencyMs: number;
}

export type ChatOutcome = { ok: true; reply: ChatReply } | { ok: false; failure: ChatFailure };

export interface ChatModel {
  /** Rejects only with the signal's reason once aborted; every other outcome is a value. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatOutcome>;
}

/** The failure kind of a call that was never sent. */
export const HELD_BACK = 'held-back';

export const NO_USAGE: Usage = { input: null, output: null, cached: null };

/** Sum of two usages; an unknown part counts as 0 unless both are unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  const add = (x: number | null, y: number | null) => (x === null && y === null ? null : (x ?? 0) + (y ?? 0));
  return { input: add(a.input, b.input), output: add(a.output, b.output), cached: add(a.cached, b.cached) };
}
