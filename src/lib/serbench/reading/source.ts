/** Bytes that can be read once, a file-like thing (a Blob) that can be opened again, or bytes inflated elsewhere. */
export type ByteSource = ReadableStream<Uint8Array> | ReopenableSource | PlainSource;

/** Bytes that are no gzip, or no longer: another thread has inflated them. To be read once. */
export interface PlainSource {
  plain(): AsyncGenerator<Uint8Array, void, void>;
}

export interface ReopenableSource {
  stream(): ReadableStream<Uint8Array>;
  /** Bytes, where known. */
  readonly size?: number;
}

export const isPlain = (source: ByteSource): source is PlainSource => 'plain' in source;

export const isReopenable = (source: ByteSource): source is ReopenableSource => 'stream' in source;

/**
 * The largest piece handed on at once. A gzip bomb blows one up about a thousandfold, so this bounds memory at some
 * tens of megabytes.
 */
const PIECE = 64 * 1024;

/** The bytes in pieces of at most 64 KB; the stream is cancelled when the consumer stops early. */
export async function* readPieces(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        finished = true;
        return;
      }
      for (let at = 0; at < value.length; at += PIECE) yield value.subarray(at, at + PIECE);
    }
  } finally {
    // A stream that failed has nothing left to cancel; its own error is already on its way.
    if (!finished) await reader.cancel().catch(() => undefined);
  }
}
