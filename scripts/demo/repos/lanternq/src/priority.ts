import type { Job } from './types';

/** Higher priority first; among equals the job that was pushed first. */
export function compareJobs(a: Job, b: Job): number {
  return b.priority - a.priority || a.id - b.id;
}

/** A binary heap whose root is the job to hand out next. */
export class JobHeap {
  private readonly items: Job[] = [];

  get size(): number {
    return this.items.length;
  }

  push(job: Job): void {
    this.items.push(job);
    let child = this.items.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.swapIfBefore(child, parent)) return;
      child = parent;
    }
  }

  pop(): Job | undefined {
    const top = this.items[0];
    const last = this.items.pop();
    if (top === undefined || last === undefined || this.items.length === 0) return top;
    this.items[0] = last;
    let parent = 0;
    for (;;) {
      const left = 2 * parent + 1;
      const right = left + 1;
      const best = right < this.items.length && this.before(right, left) ? right : left;
      if (best >= this.items.length || !this.swapIfBefore(best, parent)) return top;
      parent = best;
    }
  }

  private before(a: number, b: number): boolean {
    return compareJobs(this.items[a] as Job, this.items[b] as Job) < 0;
  }

  private swapIfBefore(a: number, b: number): boolean {
    if (!this.before(a, b)) return false;
    const held = this.items[a] as Job;
    this.items[a] = this.items[b] as Job;
    this.items[b] = held;
    return true;
  }
}
