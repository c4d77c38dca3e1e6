import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../fuzz/random';
import { loadTargets } from '../../fuzz/target';

const targets = await loadTargets();
/** Enough to keep a target from rotting; `npm run fuzz` looks for more. */
const CASES = 300;
const MOST_MS = 8000;

describe('fuzz targets', () => {
  test('every file of the folder is one or more', () => {
    expect(targets.size).toBeGreaterThanOrEqual(readdirSync('test/fuzz/targets').length);
  });

  test.each([...targets.values()].map((target) => [target.name, target] as const))(
    '%s holds for some hundred seeds',
    async (name, target) => {
      const begun = performance.now();
      let done = 0;
      for (let seed = 1; seed <= CASES && (done < 20 || performance.now() - begun < MOST_MS); seed += 1) {
        try {
          await target.run(seeded(seed));
        } catch (error) {
          throw new Error(`npm run fuzz -- ${name} --case ${seed}`, { cause: error });
        }
        done += 1;
      }
      expect(done).toBeGreaterThanOrEqual(20);
    },
  );
});

test('numbers of a seed are the same on every machine', () => {
  const random = seeded(1);
  expect([random(), random(), random()].map((value) => Math.floor(value * 1e9))).toEqual([
    627073940, 2735721, 527447039,
  ]);
});
