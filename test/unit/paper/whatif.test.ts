import { describe, expect, it } from 'vitest';
import { loadFacts, loadPaperDemo } from '$lib/paper/load';
import { boundsFigure } from '$lib/paper/whatif/bounds-figure';
import { driversFigure } from '$lib/paper/whatif/drivers';
import { independenceFigure } from '$lib/paper/whatif/independence';
import { oracleComplete, syntheticCertificate, uniformComplete } from '$lib/paper/whatif/synthetic';
import { uniformFigure } from '$lib/paper/whatif/uniform';
import { BootstrapWatch } from '$lib/paper/whatif/watch';
import { drawFigure, settlingFigure } from '$lib/paper/whatif/watch-figures';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';
import { quietTask } from '$lib/serbench/task';
import { expectFigure } from '../../support/figure';

const facts = await loadFacts();
const { clusters } = await loadPaperDemo();

/** Inclusion and exclusion over the groups that are missed, in plain doubles. */
function byInclusion(n: number, m: number, a: number, k: number): number {
  let sum = 0;
  let choose = 1;
  for (let j = 0; j <= m; j += 1) {
    let miss = 1;
    for (let i = 0; i < k; i += 1) miss *= Math.max(0, n - j * a - i) / (n - i);
    sum += (j % 2 === 0 ? 1 : -1) * choose * miss;
    choose = (choose * (m - j)) / (j + 1);
  }
  return sum;
}

describe('the uniform floor', () => {
  it('agrees with inclusion and exclusion', () => {
    for (const pool of [20, 57, 120])
      for (const groups of [1, 2, 3, 6])
        for (const alternatives of [1, 2, 3])
          for (const k of [1, 5, 8, 16]) {
            const expected = byInclusion(pool, groups, alternatives, k);
            expect(uniformComplete({ groups, alternatives, pool }, k)).toBeCloseTo(expected, 10);
          }
  });

  it('is k out of n for one unit, and nothing below the number of groups', () => {
    expect(uniformComplete({ groups: 1, alternatives: 1, pool: 80 }, 5)).toBeCloseTo(5 / 80, 12);
    expect(uniformComplete({ groups: 3, alternatives: 4, pool: 80 }, 2)).toBe(0);
    expect([2, 3].map((k) => oracleComplete({ groups: 3 }, k))).toEqual([0, 1]);
  });

  it('takes groups that share no unit', () => {
    const units = syntheticCertificate({ groups: 4, alternatives: 3 }).required_evidence_groups.flatMap(
      (group) => group.acceptable_evidence_ids,
    );
    expect(new Set(units).size).toBe(12);
  });

  it('is drawn, with what drives it', async () => {
    await expectFigure(uniformFigure(facts, { groups: 2, alternatives: 2, pool: 81 }));
    await expectFigure(driversFigure({ k: 5, alternatives: 2 }));
    await expectFigure(independenceFigure([0.9, 0.8, 0.6]));
  });
});

describe('the watched bootstrap', () => {
  const watchTo = (rows: number, chunk: number) => {
    const watch = new BootstrapWatch(clusters.issue, 7, 2000);
    while (watch.drawn < rows) watch.step(Math.min(chunk, rows - watch.drawn));
    return watch;
  };

  it('gives the estimates and the interval of the engine, digit for digit', async () => {
    const watch = watchTo(2000, 37);
    const sheet = {
      clusters: clusters.issue.length,
      counts: Float64Array.from(clusters.issue, ({ states }) => states),
      sums: Float64Array.from(clusters.issue, ({ difference }) => difference),
      columns: 1,
      pairs: Uint32Array.of(0, 1),
    };
    const [engine] = await bootstrapIntervals(
      sheet,
      { seed: 7, resamples: 2000, level: 0.95 },
      typescriptKernel,
      quietTask(),
    );
    expect(watch.done).toBe(true);
    expect(watch.interval()).toEqual({ low: engine?.low, high: engine?.high });
    expect(watch.history.at(-1)).toEqual({ drawn: 2000, low: engine?.low, high: engine?.high });
  });

  it('shows the clusters that made the estimate', () => {
    for (const drawn of [1, 5, 64, 333]) {
      const watch = watchTo(drawn, 50);
      const counts = watch.multiplicities;
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(clusters.issue.length);
      const total = (pick: (at: number) => number) =>
        counts.reduce((sum, count, at) => sum + count * pick(at), 0);
      const estimate =
        total((at) => clusters.issue[at]!.difference) / total((at) => clusters.issue[at]!.states);
      expect(watch.estimates.at(-1)).toBeCloseTo(estimate, 12);
    }
  });

  it('does not depend on the size of the steps', () => {
    const [one, many] = [watchTo(500, 1), watchTo(500, 500)];
    expect([...one.estimates]).toEqual([...many.estimates]);
    expect(one.history).toEqual(many.history);
  });

  it('is drawn', async () => {
    const watch = watchTo(300, 100);
    await expectFigure(drawFigure(watch, 'Demo data.'));
    await expectFigure(settlingFigure(watch, 'Demo data.'));
  });

  it('says so before the first draw', () => {
    const watch = new BootstrapWatch(clusters.repository, 1, 100);
    expect(drawFigure(watch, 'x').summary).toContain('nothing is drawn yet');
    expect(settlingFigure(watch, 'x').summary).toContain('nothing is drawn yet');
    expect(watch.observed).toBeCloseTo(
      clusters.issue.reduce((sum, { difference }) => sum + difference, 0) / 25,
      12,
    );
  });
});

describe('the floor and ceiling of the demo', () => {
  it('are monotone, and drawn', async () => {
    const { bounds } = await loadPaperDemo();
    expect(bounds).toHaveLength(16);
    bounds.slice(1).forEach((bound, at) => {
      expect(bound.uniform).toBeGreaterThanOrEqual(bounds[at]!.uniform);
      expect(bound.oracle).toBeGreaterThanOrEqual(bounds[at]!.oracle);
      expect(bound.oracle).toBeGreaterThanOrEqual(bound.uniform);
    });
    await expectFigure(boundsFigure(bounds, 'the demo (25 states)'));
  });
});
