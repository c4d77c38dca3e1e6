import type { Clock } from '../limiter';

/** Aborts when nothing arrives for so long: a stream that goes on may take as long as it needs. */
export class Silence {
  readonly #late = new AbortController();
  #turn = new AbortController();

  constructor(
    readonly clock: Clock,
    readonly timeoutMs: number,
  ) {
    void this.#wait(this.#turn.signal);
  }

  /** Aborted once the silence was too long. */
  get signal(): AbortSignal {
    return this.#late.signal;
  }

  /** Something arrived: the silence starts anew. */
  beat(): void {
    this.#turn.abort(new Error('something arrived'));
    this.#turn = new AbortController();
    void this.#wait(this.#turn.signal);
  }

  /** No longer listens. */
  end(): void {
    this.#turn.abort(new Error('ended'));
  }

  async #wait(turn: AbortSignal): Promise<void> {
    try {
      await this.clock.sleep(this.timeoutMs, turn);
    } catch {
      return;
    }
    if (!turn.aborted) this.#late.abort(new Error('timeout'));
  }
}
