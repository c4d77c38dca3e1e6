/** Ids that stand around or between texts; null where the model has none. */
export interface SpecialIds {
  start: number | null;
  end: number | null;
  unknown: number | null;
  pad: number;
}

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
