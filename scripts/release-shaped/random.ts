import { createHash } from 'node:crypto';

/** A small seeded generator (mulberry32): the same seed and name give the same stream on every machine. */
export class Random {
  #state: number;

  constructor(seed: number, name = '') {
    this.#state = createHash('sha256').update(`${seed}:${name}`).digest().readUInt32LE(0);
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Whole number, both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(p: number): boolean {
    return this.next() < p;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** One key of a weight table. */
  weighted<K extends string>(weights: Record<K, number>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)![0];
  }

  /** `count` distinct members in their own order, or all when there are fewer. */
  sample<T>(list: readonly T[], count: number): T[] {
    const chosen: T[] = [];
    list.forEach((item, i) => {
      if (this.next() * (list.length - i) < count - chosen.length) chosen.push(item);
    });
    return chosen;
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
