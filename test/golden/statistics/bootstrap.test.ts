import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '$lib/serbench/code-point';
import { quietTask } from '$lib/serbench/task';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';
import { countOutcomes } from '$lib/statistics/outcomes';
import { makeSheet } from '$lib/statistics/sheet';

interface GoldenInterval {
  low: number;
  high: number;
  mean_of_resamples: number;
  first: number[];
}
interface GoldenCase {
  left: string;
  right: string;
  metric: string;
  seed: number;
  resamples: number;
  difference: number;
  wins: number;
  ties: number;
  losses: number;
  clusters: number;
  by_repository: GoldenInterval;
  by_state: GoldenInterval;
}
const folder = new URL('../data/', import.meta.url);
const rows = (path: string) =>
  readFileSync(new URL(path, folder), 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const { cases } = JSON.parse(readFileSync(new URL('bootstrap.json', folder), 'utf8')) as {
  cases: GoldenCase[];
};
const repos = new Map(rows('scorer/items.jsonl').map((row) => [String(row.state_id), String(row.repo)]));
const scores = new Map(
  rows('scorer/per_state_scores.jsonl').map((row) => [`${row.method} ${row.state_id}`, row]),
);
const states = [...repos.keys()].sort(compareCodePoints);
const repoOf = states.map((state) => repos.get(state) ?? '');
const column = (method: string, metric: string) =>
  Float64Array.from(states, (state) => Number(scores.get(`${method} ${state}`)?.[metric]));

const simd = await loadSimdKernel();

describe('cluster bootstrap against numpy', () => {
  it('reads all the cases', () => expect(cases).toHaveLength(36));

  it.each(cases)('$left - $right, $metric, seed $seed, $resamples resamples', async (golden) => {
    const columns = [column(golden.left, golden.metric), column(golden.right, golden.metric)] as const;
    expect(countOutcomes(...columns)).toEqual({
      wins: golden.wins,
      ties: golden.ties,
      losses: golden.losses,
    });
    for (const kernel of [simd, typescriptKernel])
      for (const by of ['by_repository', 'by_state'] as const) {
        const { sheet } = makeSheet(by === 'by_state' ? states : repoOf, columns, [[0, 1]]);
        expect(sheet.clusters).toBe(by === 'by_state' ? states.length : golden.clusters);
        const settings = { seed: golden.seed, resamples: golden.resamples, level: 0.95 };
        const [interval] = await bootstrapIntervals(sheet, settings, kernel, quietTask());
        expect(Math.abs((interval?.low ?? NaN) - golden[by].low)).toBeLessThan(1e-12);
        expect(Math.abs((interval?.high ?? NaN) - golden[by].high)).toBeLessThan(1e-12);
        expect(Math.abs((interval?.meanOfResamples ?? NaN) - golden[by].mean_of_resamples)).toBeLessThan(
          1e-12,
        );
        const run = kernel.open(sheet, 5);
        run.start(golden.seed, Float64Array.of(-Infinity, Infinity, Infinity, Infinity));
        run.step(5);
        run
          .kept(0, 'low')
          .forEach((estimate, i) =>
            expect(Math.abs(estimate - (golden[by].first[i] ?? NaN))).toBeLessThan(1e-12),
          );
        expect(run.kept(0, 'low')).toHaveLength(5);
      }
  });
});
