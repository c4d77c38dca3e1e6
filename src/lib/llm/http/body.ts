/** A body grew beyond what its request can need. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  constructor(readonly mostBytes: number) {
    super(`The answer is longer than ${mostBytes} bytes.`);
  }
}

/** For a body whose size no request bounds: an error, a list of models. */
export const MOST_SMALL_BYTES = 4 * 2 ** 20;

/**
 * The most bytes that an answer of so many tokens can need: 2 KiB a token, as a streamed event of one token with its
 * log-probabilities takes, and 1 MiB for the rest.
 */
export const mostBytesFor = (maxOutputTokens: number): number => 2 ** 20 + maxOutputTokens * 2048;

/** Reads a body piece by piece; cancels it and rejects with TooLarge beyond the limit. Returns the bytes read. */
export async function readPieces(
  response: Response,
  mostBytes: number,
  take: (piece: Uint8Array) => void,
): Promise<number> {
  const reader = response.body?.getReader();
  let bytes = 0;
  if (!reader) return bytes;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength;
      if (bytes > mostBytes) throw new TooLarge(mostBytes);
      take(next.value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
  return bytes;
}

/** A body's text, under a limit in bytes; `beat` is called with every piece that arrives. */
export async function readText(response: Response, mostBytes: number, beat?: () => void): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  await readPieces(response, mostBytes, (piece) => {
    beat?.();
    parts.push(decoder.decode(piece, { stream: true }));
  });
  parts.push(decoder.decode());
  return parts.join('');
}
