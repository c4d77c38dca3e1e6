export type Count = 'pushed' | 'done' | 'retried' | 'dead' | 'expired';

/** Counts per kind of job. */
export class Counters {
  private readonly counts = new Map<string, number>();

  add(count: Count, kind: string): void {
    const key = `${count}:${kind}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  get(count: Count, kind: string): number {
    return this.counts.get(`${count}:${kind}`) ?? 0;
  }

  lines(): string[] {
    return [...this.counts].sort().map(([key, value]) => `${key} ${value}`);
  }
}
