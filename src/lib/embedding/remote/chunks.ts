/** Texts that cross to a worker in one call: small enough for live progress and a quick cancel. */
const TEXTS_A_CALL = 16;

/**
 * Cuts a list of texts into the calls that workers share. Longest first, so that texts of like length run together
 * and the last call is a short one. A function of the texts alone, so that the digits of batched models do not
 * depend on how many workers there are.
 */
export function planCalls(texts: readonly string[], size = TEXTS_A_CALL): number[][] {
  const order = texts
    .map((_, i) => i)
    .sort((a, b) => (texts[b] ?? '').length - (texts[a] ?? '').length || a - b);
  const calls: number[][] = [];
  for (let from = 0; from < order.length; from += size) calls.push(order.slice(from, from + size));
  return calls;
}

/** How many workers to start for a model: half the cores, and no more than memory bears. */
export function workersFor(cores: number, modelBytes: number, memoryBytes: number): number {
  // ONNX Runtime holds the weights about three times at its peak, and 300 MB for itself and its states.
  const each = 3 * modelBytes + 300_000_000;
  const byMemory = Math.floor(memoryBytes / 2 / each);
  return Math.max(1, Math.min(Math.floor(cores / 2), byMemory, 8));
}
