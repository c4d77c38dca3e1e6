/**
 * Who wants to know that a worker's script could not be loaded: after an update of the site its file may be gone
 * from the host, which only the page can find out and tell.
 */
const listeners = new Set<() => void>();

/** Calls `listener` at each failed start; the function that is returned ends it. */
export function onStartFailure(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellStartFailure(): void {
  for (const listener of listeners) listener();
}
