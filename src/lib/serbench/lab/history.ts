/** Values one can step back and forth through. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** What made the present; edits with the same mark in a row count as one (typing in a field). */
  mark: string | null;
}

const DEPTH = 200;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], mark: null });

/** Goes on to `next`; the future is lost. An unchanged value changes nothing. */
export function commit<T>(history: History<T>, next: T, mark: string | null = null): History<T> {
  if (next === history.present) return history;
  if (mark !== null && mark === history.mark) return { ...history, present: next, future: [] };
  return { past: [...history.past, history.present].slice(-DEPTH), present: next, future: [], mark };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (history.past.length === 0) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous as T,
    future: [history.present, ...history.future],
    mark: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (history.future.length === 0) return history;
  return { past: [...history.past, history.present], present: next as T, future, mark: null };
}
