const marked = new WeakMap<object, Transferable[]>();

/** Marks buffers inside a served function's result to be moved to the page instead of copied. */
export function transfer<T extends object>(result: T, buffers: Transferable[]): T {
  marked.set(result, buffers);
  return result;
}

export function transferablesOf(result: unknown): Transferable[] {
  return typeof result === 'object' && result !== null ? (marked.get(result) ?? []) : [];
}
