import { describe, expect, it } from 'vitest';
import { Slots } from '$lib/complement/batch/slots';

describe('slots', () => {
  it('never has more at work than it has, serves in order, and frees the slot of a failure', async () => {
    const slots = new Slots(3);
    let working = 0;
    let most = 0;
    const started: number[] = [];
    const jobs = Array.from({ length: 20 }, (_, n) =>
      slots.use(async () => {
        started.push(n);
        working += 1;
        most = Math.max(most, working);
        await new Promise((resolve) => setTimeout(resolve, n % 4));
        working -= 1;
        if (n % 5 === 0) throw new Error(`job ${n}`);
        return n;
      }),
    );
    const ends = await Promise.allSettled(jobs);
    expect(most).toBe(3);
    expect(started).toEqual([...started].sort((a, b) => a - b));
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  });
});
