import { describe, expect, it } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { Pcg64 } from '$lib/statistics/random/pcg64';
import { makeSheet } from '$lib/statistics/sheet';

const kernel = await loadSimdKernel();
const CLUSTERS = 174;
const TRUTH = 0.08;

/** Paired differences of two methods: 174 repositories of one to five states, a repository effect and a state effect. */
function simulate(rng: Pcg64) {
  const uniform = () => (rng.next32() + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const clusters: string[] = [];
  const differences: number[] = [];
  for (let cluster = 0; cluster < CLUSTERS; cluster += 1) {
    const effect = 0.15 * normal();
    const states = 1 + (rng.next32() % 5);
    for (let state = 0; state < states; state += 1) {
      clusters.push(`repo-${cluster}`);
      differences.push(TRUTH + effect + 0.4 * normal());
    }
  }
  return { clusters, differences: Float64Array.from(differences) };
}

describe('coverage', () => {
  it('of the 95% interval on 400 simulated data sets lies between 92% and 97%', async () => {
    const rng = new Pcg64(400);
    let covered = 0;
    for (let set = 0; set < 400; set += 1) {
      const { clusters, differences } = simulate(rng);
      const { sheet } = makeSheet(clusters, [differences], [[0, null]]);
      const [interval] = await bootstrapIntervals(
        sheet,
        { seed: set, resamples: 2000, level: 0.95 },
        kernel,
        quietTask(),
      );
      if (interval && interval.low <= TRUTH && TRUTH <= interval.high) covered += 1;
    }
    expect(covered / 400).toBeGreaterThan(0.92);
    expect(covered / 400).toBeLessThan(0.97);
  });
});
