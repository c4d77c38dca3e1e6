import type { Clock } from './types';

export const systemClock: Clock = {
  now: () => Date.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  private time = 0;
  private timers: { at: number; ms: number; run: () => void; once: boolean }[] = [];

  now(): number {
    return this.time;
  }

  every(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, ms, run, once: false };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.timers.push({ at: this.time + ms, ms, run: resolve, once: true });
    });
  }

  /** Moves time forward and fires every timer on the way, in order. */
  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.time = due.at;
      if (due.once) this.timers = this.timers.filter((other) => other !== due);
      else due.at += due.ms;
      due.run();
    }
    this.time = end;
  }
}
