import type { Task } from '$lib/serbench/task';

/** What a vector's digits depend on beside its text. Part of every cache key and every export. */
export interface VectorIdentity {
  /** Catalog id, hub id, folder name or the endpoint's model name. */
  model: string;
  /** The hub's revision, or the SHA-256 of the model's weights, hex. */
  revision: string;
  /** `int8`, `fp32`, `fp16`, ... as run. */
  dtype: string;
  /** Pooling and cut, as `cls@512`. */
  how: string;
}

export type TextKind = 'query' | 'document';

/** A matrix of unit vectors, one row a text in the texts' order, and what was cut on the way. */
export interface Encoded {
  vectors: Float32Array;
  dimensions: number;
  /** Tokens of all texts before the cut, special tokens included; null where the encoder does not tell. */
  tokens: number | null;
  /** How many texts were longer than the encoder takes. */
  cut: number;
}

/**
 * One way of turning texts into unit vectors. Rows follow the order of the texts; a text without any token is the
 * zero vector; the same text gives the same digits whatever else is in the call. After `dispose` no call is valid.
 */
export interface Encoder {
  readonly identity: VectorIdentity;
  readonly dimensions: number;
  /** What is put before a text of each kind. */
  readonly prefix: Readonly<Record<TextKind, string>>;
  encode(texts: readonly string[], kind: TextKind, task: Task): Promise<Encoded>;
  dispose(): Promise<void>;
}

/** An encoder that runs here, so that its tokens can be looked at; an endpoint's cannot. */
export interface LocalEncoder extends Encoder {
  /** The token ids that each text becomes: after prefix and cut, as the model takes them. */
  tokenIds(texts: readonly string[], kind: TextKind, task: Task): Promise<number[][]>;
}
