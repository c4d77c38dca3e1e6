/** How far a long job is. `total` is null while unknown. */
export interface Progress {
  done: number;
  total: number | null;
  /** What is counted: `bytes`, `states`, `resamples`, `calls`. */
  unit: string;
  /** The phase, in words for the user. */
  note?: string;
}

/** What a long computation is handed: how to hear a cancel and how to say where it is. */
export interface Task {
  signal: AbortSignal;
  progress(progress: Progress): void;
  /** Call between chunks of some 10-30 ms: lets messages in, and throws the signal's reason once aborted. */
  checkpoint(): Promise<void>;
}

/** A task that nobody watches or cancels: for tests and scripts. */
export const quietTask = (signal: AbortSignal = new AbortController().signal): Task => ({
  signal,
  progress: () => undefined,
  checkpoint: () => {
    signal.throwIfAborted();
    return Promise.resolve();
  },
});
