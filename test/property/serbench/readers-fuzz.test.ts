import { describe, expect, test } from 'vitest';
import { targets } from '../../fuzz/targets/readers';

/** Mulberry32: a seed gives the same inputs on every machine. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300);

describe.each(targets)('the reader of $name', ({ run }) => {
  test('ends every damaged file in rows or located faults', { timeout: 600_000 }, async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const done = Promise.resolve().then(() => run(generator(seed)));
      await expect(done, `seed ${seed}`).resolves.toBeUndefined();
    }
  });
});
