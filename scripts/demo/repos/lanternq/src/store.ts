import { JobHeap } from './priority';
import type { Job, NewJob } from './types';

/** Holds all jobs that are not finished. Times are in milliseconds. */
export class MemoryStore {
  private readonly jobs = new Map<number, Job>();
  private nextId = 1;

  insert(job: NewJob, now: number): Job {
    const stored: Job = {
      id: this.nextId,
      kind: job.kind,
      payload: job.payload,
      priority: job.priority ?? 0,
      attempts: 0,
      visibleAt: now,
      leasedUntil: 0,
      lastError: null,
    };
    this.nextId += 1;
    this.jobs.set(stored.id, stored);
    return stored;
  }

  /** Takes the next visible job and leases it, or returns null. */
  claim(now: number, leaseMs: number): Job | null {
    const heap = new JobHeap();
    for (const job of this.jobs.values()) {
      if (job.visibleAt <= now && job.leasedUntil <= now) heap.push(job);
    }
    const job = heap.pop();
    if (job === undefined) return null;
    job.leasedUntil = now + leaseMs;
    return job;
  }

  /** Moves the end of a lease. False when the lease is over: the job may belong to somebody else by now. */
  renew(id: number, now: number, leaseMs: number): boolean {
    const job = this.jobs.get(id);
    if (job === undefined || job.leasedUntil <= now) return false;
    job.leasedUntil = now + leaseMs;
    return true;
  }

  /** Gives a failed job back; it stays invisible until `visibleAt`. */
  release(id: number, error: string, visibleAt: number): void {
    const job = this.jobs.get(id);
    if (job === undefined) return;
    job.attempts += 1;
    job.lastError = error;
    job.leasedUntil = 0;
    job.visibleAt = visibleAt;
  }

  remove(id: number): Job | undefined {
    const job = this.jobs.get(id);
    this.jobs.delete(id);
    return job;
  }

  get(id: number): Job | undefined {
    return this.jobs.get(id);
  }

  get size(): number {
    return this.jobs.size;
  }
}
