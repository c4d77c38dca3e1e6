import { CallCancelled, WorkerStartFailed, WorkerTerminated } from './errors';
import { LiveWorker, type CallOptions } from './live';
import type { CallArguments, CallResult, ServedApi, WorkerHandle } from './protocol';

export type { CallOptions } from './live';

export interface Supervised<Api> {
  /**
   * Calls a served function; starts the worker if none runs. Rejects with the function's own error, or with one of
   * `errors.ts`: every call settles, whatever happens to the worker. A call just after a cancel waits until the
   * cancelled one has stopped or been ended with its worker (at most 250 ms), and is never lost with it.
   */
  call<K extends keyof Api & string>(
    name: K,
    args: CallArguments<Api[K]>,
    options?: CallOptions,
  ): Promise<CallResult<Api[K]>>;
  /** Ends the worker and frees its memory; a later call starts a new one. */
  release(): void;
  /** Ends the worker for good. */
  dispose(): void;
  /** How often a worker was started: when it has changed, what the worker held in memory is gone. */
  readonly starts: number;
  readonly running: boolean;
}

export interface SuperviseOptions {
  name: string;
  /** An unused worker is released after this long (default 10 s); `Infinity` keeps it. */
  idleMs?: number;
}

/** Resolves with `promise`, or as soon as the signal is aborted. */
function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal?.removeEventListener('abort', done);
      resolve();
    };
    signal?.addEventListener('abort', done);
    void promise.then(done);
  });
}

/**
 * A worker that starts when first called, is released when idle, and never leaves a call hanging. `start` makes a
 * Worker, or a MessagePort to a served endpoint.
 */
export function supervise<Api extends ServedApi<Api>>(
  start: () => WorkerHandle | Worker | MessagePort,
  { name, idleMs = 10_000 }: SuperviseOptions,
): Supervised<Api> {
  let live: LiveWorker | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let starts = 0;
  let disposed = false;

  const release = (why: string) => {
    clearTimeout(idle);
    live?.terminate(why);
  };
  const rest = () => {
    clearTimeout(idle);
    if (idleMs === Infinity) return;
    idle = setTimeout(() => {
      if (live && !live.busy) live.terminate('released');
    }, idleMs);
  };
  const running = (): LiveWorker => {
    if (live) return live;
    const made: LiveWorker = new LiveWorker(
      start() as WorkerHandle,
      name,
      () => {
        if (live === made) live = null;
        clearTimeout(idle);
      },
      rest,
    );
    starts += 1;
    live = made;
    return made;
  };

  const dispatch = (call: string, args: readonly unknown[], options: CallOptions): Promise<unknown> => {
    const { signal } = options;
    if (signal?.aborted) {
      return Promise.reject(new CallCancelled(`"${call}" was cancelled.`, name, { cause: signal.reason }));
    }
    if (disposed) return Promise.reject(new WorkerTerminated(`The worker "${name}" is closed.`, name));
    const stopping = live?.stopping;
    if (stopping) return orAborted(stopping, signal).then(() => dispatch(call, args, options));
    clearTimeout(idle);
    try {
      return running().call(call, args, options);
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : String(cause);
      const error = new WorkerStartFailed(`The worker "${name}" could not start: ${detail}`, name, {
        cause,
      });
      return Promise.reject(error);
    }
  };

  return {
    call: (call, args, options = {}) =>
      dispatch(call, args, options) as Promise<CallResult<Api[typeof call]>>,
    release: () => release(`The worker "${name}" was released`),
    dispose() {
      disposed = true;
      release(`The worker "${name}" was closed`);
    },
    get starts() {
      return starts;
    },
    get running() {
      return live !== null;
    },
  };
}
