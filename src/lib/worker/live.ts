import { transfer, wrap, type Endpoint, type Remote } from 'comlink';
import type { Progress } from '$lib/serbench/task';
import {
  CallCancelled,
  CallUnserializable,
  MessageUnreadable,
  WorkerCrashed,
  WorkerStartFailed,
  WorkerTerminated,
} from './errors';
import { isNotice, type Notice, type Runner, type WorkerHandle } from './protocol';
import { tellStartFailure } from './start-failures';
import { fromWire } from './wire-error';

/** A cancelled call may wind down this long before its worker is ended. */
export const HARD_CANCEL_MS = 250;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Buffers in the arguments that are moved to the worker, not copied. */
  transfer?: Transferable[] | undefined;
}

interface Pending {
  name: string;
  onProgress: ((progress: Progress) => void) | undefined;
  fail(error: Error): void;
}

/** One started worker and the calls that wait on it. Once it has failed it is never used again. */
export class LiveWorker {
  readonly #pending = new Map<number, Pending>();
  readonly #remote: Remote<Runner>;
  readonly #ready: Promise<void>;
  #markReady: () => void = () => undefined;
  /** Cancelled calls that have not ended yet, and who waits for that. */
  readonly #stopping = new Set<number>();
  #calm: (() => void)[] = [];
  #isReady = false;
  #ended = false;
  #nextCall = 1;

  constructor(
    readonly handle: WorkerHandle,
    readonly name: string,
    readonly onEnd: () => void,
    readonly onQuiet: () => void,
  ) {
    this.#ready = new Promise((resolve) => (this.#markReady = resolve));
    handle.addEventListener('message', (event) => {
      const data: unknown = 'data' in event ? event.data : undefined;
      if (isNotice(data)) this.#hear(data);
    });
    handle.addEventListener('messageerror', () => this.#unreadable('page'));
    handle.addEventListener('error', (event) => this.#crashed(event));
    handle.addEventListener('close', (event) => this.#crashed(event));
    this.#remote = wrap<Runner>(handle as Endpoint);
    handle.start?.();
  }

  get busy(): boolean {
    return this.#pending.size > 0;
  }

  /**
   * While a cancelled call winds down the worker may yet be ended for it: a promise for when that is decided, else
   * null. A call sent meanwhile could be lost with the cancelled one.
   */
  get stopping(): Promise<void> | null {
    return this.#stopping.size === 0 ? null : new Promise((resolve) => this.#calm.push(resolve));
  }

  call(name: string, args: readonly unknown[], options: CallOptions): Promise<unknown> {
    const { signal, onProgress } = options;
    const call = this.#nextCall;
    this.#nextCall += 1;
    return new Promise((resolve, reject) => {
      let sent = false;
      let hard: ReturnType<typeof setTimeout> | undefined;
      const settle = (act: () => void) => {
        if (!this.#pending.delete(call)) return;
        clearTimeout(hard);
        signal?.removeEventListener('abort', abort);
        this.#stopped(call);
        if (this.#pending.size === 0 && !this.#ended) this.onQuiet();
        act();
      };
      const fail = (error: unknown) => settle(() => reject(error));
      const cancelled = () =>
        new CallCancelled(`"${name}" was cancelled.`, this.name, { cause: signal?.reason });
      const abort = () => {
        if (!sent) return fail(cancelled());
        this.#stopping.add(call);
        void this.#remote.abort(call);
        hard = setTimeout(() => {
          this.#end((other) => {
            const why = `The worker "${this.name}" was ended to cancel "${name}", which did not stop by itself`;
            return new WorkerTerminated(`${why}; "${other}" was lost with it: ask again.`, this.name);
          });
        }, HARD_CANCEL_MS);
      };
      this.#pending.set(call, {
        name,
        onProgress,
        fail: (error) => fail(signal?.aborted ? cancelled() : error),
      });
      signal?.addEventListener('abort', abort);
      void this.#ready.then(async () => {
        if (!this.#pending.has(call)) return;
        sent = true;
        try {
          const reply = await this.#remote.run(call, name, transfer([...args], options.transfer ?? []));
          if (signal?.aborted) fail(cancelled());
          else if (reply.ok) settle(() => resolve(reply.value));
          else fail(fromWire(reply.error));
        } catch (cause) {
          fail(
            new CallUnserializable(
              `"${name}" has an argument or result that cannot cross threads.`,
              this.name,
              { cause },
            ),
          );
        }
      });
    });
  }

  /** Ends the worker on purpose; whatever waits is told why. */
  terminate(why: string): void {
    this.#end((call) => new WorkerTerminated(`${why} ("${call}" was waiting).`, this.name));
  }

  #stopped(call: number): void {
    if (!this.#stopping.delete(call) || this.#stopping.size > 0) return;
    const waiting = this.#calm;
    this.#calm = [];
    for (const resume of waiting) resume();
  }

  #hear(notice: Notice): void {
    if (notice.bridge === 'ready') {
      this.#isReady = true;
      this.#markReady();
    } else if (notice.bridge === 'progress') {
      this.#pending.get(notice.call)?.onProgress?.(notice.progress);
    } else if (notice.bridge === 'unreadable') {
      this.#unreadable('worker');
    } else {
      this.#crashed(null, fromWire(notice.error));
    }
  }

  #unreadable(side: string): void {
    const message = `A message of the worker "${this.name}" could not be read on the ${side}'s side; try again.`;
    this.#end(() => new MessageUnreadable(message, this.name));
  }

  #crashed(event: Event | null, thrown?: unknown): void {
    event?.preventDefault();
    const cause = thrown ?? (event && 'error' in event && event.error) ?? undefined;
    const detail =
      cause instanceof Error ? cause.message : event && 'message' in event ? String(event.message) : '';
    const end = detail ? `: ${detail}` : '.';
    const options = cause ? { cause } : {};
    const started = this.#isReady;
    if (!started && !this.#ended) tellStartFailure();
    this.#end((call) =>
      started
        ? new WorkerCrashed(`The worker "${this.name}" crashed during "${call}"${end}`, this.name, options)
        : new WorkerStartFailed(`The worker "${this.name}" could not start${end}`, this.name, options),
    );
  }

  #end(errorFor: (call: string) => Error): void {
    if (this.#ended) return;
    this.#ended = true;
    if ('terminate' in this.handle) this.handle.terminate();
    else this.handle.close();
    this.onEnd();
    for (const pending of [...this.#pending.values()]) pending.fail(errorFor(pending.name));
  }
}
