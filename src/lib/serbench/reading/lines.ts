/** The longest line that is read, in bytes: two hundred times a real state, far below any engine's string limit. */
export const MAX_LINE_BYTES = 64 * 2 ** 20;

/** A physical line without its line feed; `bytes` is null when it is longer than the limit. */
export interface RawLine {
  /** 1-based. */
  line: number;
  bytes: Uint8Array | null;
}

const LINE_FEED = 10;

/** Splits at line feeds and nothing else (a U+2028 in a string is no line end). Memory is bounded by the limit. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  limit = MAX_LINE_BYTES,
): AsyncGenerator<RawLine, void, void> {
  let line = 1;
  let pending: Uint8Array[] = [];
  let size = 0;
  const take = (last: Uint8Array): RawLine => {
    const length = size + last.length;
    const bytes = length > limit ? null : pending.length === 0 ? last : join(pending, last, length);
    pending = [];
    size = 0;
    return { line: line++, bytes };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield take(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start === chunk.length) continue;
    size += chunk.length - start;
    if (size > limit) pending = [];
    else pending.push(chunk.subarray(start));
  }
  if (size > 0) yield take(new Uint8Array(0));
}

function join(parts: Uint8Array[], last: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of [...parts, last]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
