import type { ModelRef } from '$lib/complement/config/schema';
import type { ChatRequest, Finish, Rung, Usage } from '$lib/complement/model';

/** What an endpoint turned out to accept; starts hopeful and steps down. */
export interface Dialect {
  rung: Rung;
  temperature: boolean;
  /** The name of the output cap (OpenAI-compatible servers differ). */
  cap: 'max_tokens' | 'max_completion_tokens' | 'none';
  /** Whether usage may be asked for in a stream. */
  streamUsage: boolean;
  /** Whether the model knows the system role; else its words go before the user's. */
  system: boolean;
}

export interface WireRequest {
  url: string;
  /** Exactly the headers set by us: each one must pass the provider's preflight. */
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface WireReply {
  text: string;
  finish: Finish;
  usage: Usage;
  model: string | null;
}

/** An error that the provider wrote into a body, whatever the HTTP status. */
export interface WireError {
  message: string;
  /** The provider's own code: a number is read as an HTTP status. */
  code: string | number | null;
}

export type WireRead = { ok: true; reply: WireReply } | { ok: false; error: WireError };

/** Collects the events of a streamed answer. */
export interface StreamRead {
  /** The text so far. */
  text(): string;
  push(event: unknown): void;
  end(): WireRead;
}

export interface BuildOptions {
  dialect: Dialect;
  key: string | null;
  stream: boolean;
  /** Our count of the prompt's tokens, for servers that must be told a context size; null = unknown. */
  promptTokens: number | null;
}

/** A provider's protocol: pure translation, no network. */
export interface Protocol {
  dialect: Dialect;
  framing: 'sse' | 'json-lines';
  build(model: ModelRef, request: ChatRequest, options: BuildOptions): WireRequest;
  read(body: unknown): WireRead;
  stream(): StreamRead;
  /** Lists the models: the cheapest question that needs the key. */
  list(model: ModelRef, key: string | null): { url: string; headers: Record<string, string> };
  readList(body: unknown): string[] | null;
}

/** Joins a base URL and a path with one slash. */
export const join = (base: string, path: string): string =>
  `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
