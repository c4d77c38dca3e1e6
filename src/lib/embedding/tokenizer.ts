/** Ids that stand around or between texts; null where the model has none. */
export interface SpecialIds {
  start: number | null;
  end: number | null;
  unknown: number | null;
  pad: number;
  /** What stands between two texts that are read together. */
  between: readonly number[];
}

/** Above any real vocabulary's ids (the largest has some 300,000): what is larger is a damaged or hostile file. */
export const ID_LIMIT = 2 ** 24;

/** A text's token ids, without the special tokens that a model wants around it. */
export interface Tokenizer {
  readonly special: SpecialIds;
  /** The greatest id plus one. */
  readonly size: number;
  /** Writes the first `limit` ids of the text into `out`; returns how many ids the whole text has. */
  encodeInto(text: string, out: Int32Array, limit: number): number;
}

/** Token ids as a model takes them, and what was cut away. */
export interface Encoding {
  ids: Int32Array;
  /** Tokens of the whole text, special tokens included. */
  total: number;
}

/**
 * Cuts a text first and adds the special tokens afterwards, so that a cut text keeps its closing token.
 * transformers.js 4.3.2 does it the other way round and loses the closing token.
 */
export function encodeCut(tokenizer: Tokenizer, text: string, limit: number): Encoding {
  const { start, end } = tokenizer.special;
  const around = (start === null ? 0 : 1) + (end === null ? 0 : 1);
  const room = Math.max(0, limit - around);
  const buffer = new Int32Array(room);
  const total = tokenizer.encodeInto(text, buffer, room);
  const kept = Math.min(total, room);
  const ids = new Int32Array(kept + around);
  if (start !== null) ids[0] = start;
  ids.set(buffer.subarray(0, kept), start === null ? 0 : 1);
  if (end !== null) ids[ids.length - 1] = end;
  return { ids, total: total + around };
}

/** Two texts as one sequence, the second's tokens (and what closes it) told apart by segment 1. */
export interface PairEncoding {
  ids: Int32Array;
  segments: Uint8Array;
  /** Whether the second text was cut. */
  cut: boolean;
}

/** The first text keeps at most half of the room, the second what is left. */
export function encodePair(tokenizer: Tokenizer, first: string, second: string, limit: number): PairEncoding {
  const { start, end, between } = tokenizer.special;
  const opening = start === null ? [] : [start];
  const closing = end === null ? [] : [end];
  const room = limit - opening.length - between.length - closing.length;
  const a = new Int32Array(Math.floor(room / 2));
  const aKept = Math.min(tokenizer.encodeInto(first, a, a.length), a.length);
  const b = new Int32Array(room - aKept);
  const bTotal = tokenizer.encodeInto(second, b, b.length);
  const bKept = Math.min(bTotal, b.length);
  const head = [...opening, ...a.subarray(0, aKept), ...between];
  const ids = Int32Array.from([...head, ...b.subarray(0, bKept), ...closing]);
  return { ids, segments: new Uint8Array(ids.length).fill(1, head.length), cut: bTotal > bKept };
}
