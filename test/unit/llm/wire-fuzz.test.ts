import { expect, it } from 'vitest';
import { target } from '../../fuzz/targets/replies-wire';

/** A small seeded generator (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it('reads any body of the four protocols as an answer or a failure, without the key', async () => {
  for (let seed = 0; seed < 1500; seed += 1)
    await target.run(seeded(seed)).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
  expect(target.name).toBe('replies-wire');
});
