/**
 * Inflates with the platform's own `DecompressionStream`: fast, but browsers refuse a second member, and their errors
 * do not say where. Throws whatever the platform throws.
 */
export async function* gunzipNative(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const inflate = new DecompressionStream('gzip');
  const writer = inflate.writable.getWriter();
  const feed = async () => {
    for await (const piece of pieces) await writer.write(piece as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  // The reader hears of a failed feed through the abort.
  const fed = feed().catch((error: unknown) => writer.abort(error).catch(() => undefined));
  const reader = inflate.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await fed;
  }
}
