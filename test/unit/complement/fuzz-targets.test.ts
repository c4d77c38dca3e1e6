import { expect, it } from 'vitest';
import { replies } from '../../fuzz/targets/replies';
import { zips } from '../../fuzz/targets/zips';

/** A small generator with a seed (mulberry32): a failure can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

it.each([
  [replies, 3000],
  [zips, 300],
] as const)('a short run of the fuzz target $name finds nothing', async (target, runs) => {
  for (let seed = 1; seed <= runs; seed += 1) {
    const told = await Promise.resolve()
      .then(() => target.run(seeded(seed)))
      .then(
        () => null,
        (error: unknown) => `seed ${seed}: ${String(error)}`,
      );
    expect(told).toBeNull();
  }
});
