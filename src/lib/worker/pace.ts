/** A thread may hold its event loop this long before it lets messages in. */
const SLICE_MS = 15;

let channel: MessageChannel | null = null;
let waiting: (() => void)[] = [];

function wake(): void {
  const ready = waiting;
  waiting = [];
  for (const resume of ready) resume();
}

/**
 * One turn of the event loop, so that queued messages are delivered. Timers would be clamped to 4 ms. Node drains
 * up to 1,000 messages of one port in one turn, so a channel would not give way there: it has `setImmediate`.
 */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length > 1) return;
    if (typeof globalThis.setImmediate === 'function') {
      globalThis.setImmediate(wake);
      return;
    }
    if (!channel) {
      channel = new MessageChannel();
      channel.port1.onmessage = wake;
    }
    channel.port2.postMessage(null);
  });
}

let lastTurn = 0;

/** A checkpoint for one call: throws the signal's reason once aborted; gives way at most every 15 ms. */
export function checkpointFor(signal: AbortSignal): () => Promise<void> {
  return async () => {
    signal.throwIfAborted();
    if (performance.now() - lastTurn < SLICE_MS) return;
    await macrotask();
    lastTurn = performance.now();
    signal.throwIfAborted();
  };
}
