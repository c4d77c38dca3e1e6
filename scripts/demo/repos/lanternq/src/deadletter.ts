import type { Job, NewJob } from './types';

/** Jobs that failed too often, newest last. */
export class DeadLetterBox {
  private readonly jobs: Job[] = [];

  put(job: Job): void {
    this.jobs.push(job);
  }

  list(kind?: string): readonly Job[] {
    return kind === undefined ? this.jobs : this.jobs.filter((job) => job.kind === kind);
  }

  /** Pushes a dead job again. Returns null when no job has that id. */
  replay(id: number, push: (job: NewJob) => Job): Job | null {
    const index = this.jobs.findIndex((job) => job.id === id);
    const dead = this.jobs[index];
    if (dead === undefined) return null;
    this.jobs.splice(index, 1);
    return push({ kind: dead.kind, payload: dead.payload });
  }

  replayAll(kind: string, push: (job: NewJob) => Job): number {
    const ids = this.list(kind).map((job) => job.id);
    for (const id of ids) this.replay(id, push);
    return ids.length;
  }
}
