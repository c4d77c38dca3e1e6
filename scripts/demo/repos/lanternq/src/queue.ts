import { nextDelay } from './backoff';
import type { Config } from './config';
import type { DeadLetterBox } from './deadletter';
import { Counters } from './metrics';
import type { MemoryStore } from './store';
import type { Job, NewJob } from './types';

export class Queue {
  readonly counters = new Counters();

  constructor(
    private readonly store: MemoryStore,
    readonly config: Config,
    private readonly dead: DeadLetterBox,
    private readonly random: () => number,
  ) {}

  push(job: NewJob, now: number): Job {
    this.counters.add('pushed', job.kind);
    return this.store.insert(job, now);
  }

  claim(now: number): Job | null {
    return this.store.claim(now, this.config.leaseMs);
  }

  /** True while the lease holds. */
  renew(job: Job, now: number): boolean {
    const held = this.store.renew(job.id, now, this.config.leaseMs);
    if (!held) this.counters.add('expired', job.kind);
    return held;
  }

  succeed(job: Job): void {
    this.store.remove(job.id);
    this.counters.add('done', job.kind);
  }

  fail(job: Job, error: string, now: number): void {
    const failures = job.attempts + 1;
    if (failures >= this.config.maxAttempts) {
      this.store.remove(job.id);
      this.dead.put({ ...job, attempts: failures, lastError: error });
      this.counters.add('dead', job.kind);
      return;
    }
    const delay = nextDelay(failures, this.config, this.random);
    this.store.release(job.id, error, now + delay);
    this.counters.add('retried', job.kind);
  }

  get size(): number {
    return this.store.size;
  }
}
