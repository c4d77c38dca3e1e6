import type { Queue } from './queue';
import type { Clock, Handler, Job } from './types';

/** Runs one job at a time. */
export class Worker {
  constructor(
    private readonly queue: Queue,
    private readonly handlers: Record<string, Handler>,
    private readonly clock: Clock,
  ) {}

  /** Runs jobs until none is visible. Returns how many were run. */
  async drain(): Promise<number> {
    let runs = 0;
    for (;;) {
      const job = this.queue.claim(this.clock.now());
      if (job === null) return runs;
      await this.run(job);
      runs += 1;
    }
  }

  /** Runs one job under its lease. A handler that outlives its lease is told by the signal. */
  private async run(job: Job): Promise<void> {
    const handler = this.handlers[job.kind];
    if (handler === undefined) {
      this.queue.fail(job, `no handler for ${job.kind}`, this.clock.now());
      return;
    }
    const lost = new AbortController();
    const stop = this.clock.every(this.queue.config.heartbeatMs, () => {
      if (!this.queue.renew(job, this.clock.now())) lost.abort();
    });
    try {
      await handler(job.payload, lost.signal);
      if (!lost.signal.aborted) this.queue.succeed(job);
    } catch (error) {
      this.queue.fail(job, error instanceof Error ? error.message : String(error), this.clock.now());
    } finally {
      stop();
    }
  }
}
