/** Bytes on their way to another thread: a sender that is faster than the receiver waits for it. */
export class Flow {
  #bytes = 0;
  #waiting: (() => void)[] = [];

  constructor(readonly limit: number) {}

  /** What is on its way. */
  get bytes(): number {
    return this.#bytes;
  }

  sent(bytes: number): void {
    this.#bytes += bytes;
  }

  taken(bytes: number): void {
    this.#bytes -= bytes;
    this.#wake();
  }

  /** Waits until less is on its way than the limit. Rejects with the signal's reason. */
  room(signal: AbortSignal): Promise<void> {
    return this.#until(() => this.#bytes < this.limit, signal);
  }

  /** Waits until nothing is on its way. Rejects with the signal's reason. */
  drained(signal: AbortSignal): Promise<void> {
    return this.#until(() => this.#bytes === 0, signal);
  }

  readonly #wake = (): void => this.#waiting.splice(0).forEach((resume) => resume());

  async #until(enough: () => boolean, signal: AbortSignal): Promise<void> {
    while (!enough()) {
      signal.throwIfAborted();
      const next = new Promise<void>((resolve) => this.#waiting.push(resolve));
      signal.addEventListener('abort', this.#wake);
      await next;
      signal.removeEventListener('abort', this.#wake);
    }
  }
}
