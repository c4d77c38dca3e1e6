/** What the limiter needs of the clock. */
export interface Clock {
  /** Milliseconds since any fixed moment; never goes back when the machine's clock is set. */
  now(): number;
  /** Rejects with the signal's reason once aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest that `setTimeout` can wait: 2^31 - 1 ms, 24.8 days. Above it would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The real clock of a page, a worker or Node: monotonic. A sleep beyond 24.8 days ends there. */
export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(ms, LONGEST_TIMER_MS),
      );
      signal.addEventListener('abort', stop, { once: true });
    }),
};

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** One provider's pause: a 429 of one call holds back all of them. */
export class Limiter {
  #until = 0;
  #strikes = 0;

  constructor(readonly clock: Clock) {}

  /** When the pause ends, in the clock's milliseconds; 0 or the past when there is none. */
  get pausedUntil(): number {
    return this.#until;
  }

  /** Waits until no pause is on. */
  async ready(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (let wait = this.#until - this.clock.now(); wait > 0; wait = this.#until - this.clock.now())
      await this.clock.sleep(wait, signal);
  }

  /** Pauses everyone: as long as Retry-After says, else 1 s, 2 s, 4 s ... 60 s. */
  strike(retryAfterMs: number | null): void {
    const now = this.clock.now();
    if (this.#until <= now) this.#strikes += 1;
    const backoff = Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#strikes - 1));
    this.#until = Math.max(this.#until, now + (retryAfterMs ?? backoff));
  }

  /** A request went through: the next pause starts small again. */
  passed(): void {
    this.#strikes = 0;
  }
}
