import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { quietTask } from '$lib/serbench/task';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import type { Kernel, Sheet } from '$lib/statistics/kernel/kernel';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';
import { Pcg64 } from '$lib/statistics/random/pcg64';
import type { Interval } from '$lib/statistics/bootstrap/settings';

export const name = 'bootstrap';

const METHODS = 12;
const METRICS = 5;
const CLUSTERS = 174;
const settings = { seed: 20260915, resamples: 20_000, level: 0.95 };

interface Times {
  cpu: number;
  wall: number;
}
interface Numpy {
  numpy: string;
  perPair: Times;
  best: Times;
  low: number[];
  high: number[];
  apart: number;
}

/** Cal500's shape: 174 repositories with 500 states, scores in thirds. */
function job(): Sheet {
  const rng = new Pcg64(1);
  const counts = new Float64Array(CLUSTERS).fill(1);
  for (let state = CLUSTERS; state < 500; state += 1) counts[rng.next32() % CLUSTERS]! += 1;
  const columns = METHODS * METRICS;
  const sums = Float64Array.from({ length: columns * CLUSTERS }, (_, i) => {
    const states = counts[i % CLUSTERS] ?? 0;
    return Array.from({ length: states }, () => (rng.next32() % 4) / 3).reduce((a, b) => a + b, 0);
  });
  const pairs: number[] = [];
  for (let metric = 0; metric < METRICS; metric += 1)
    for (let a = 0; a < METHODS; a += 1)
      for (let b = a + 1; b < METHODS; b += 1) pairs.push(metric * METHODS + a, metric * METHODS + b);
  return { clusters: CLUSTERS, columns, counts, sums, pairs: Uint32Array.from(pairs) };
}

async function time(
  sheet: Sheet,
  kernel: Kernel,
  rounds: number,
): Promise<Times & { result: (Interval | null)[] }> {
  let cpu = Infinity;
  let wall = Infinity;
  let result: (Interval | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const cpuBefore = process.cpuUsage();
    const wallBefore = performance.now();
    result = await bootstrapIntervals(sheet, settings, kernel, quietTask());
    const spent = process.cpuUsage(cpuBefore);
    wall = Math.min(wall, (performance.now() - wallBefore) / 1000);
    cpu = Math.min(cpu, (spent.user + spent.system) / 1e6);
  }
  return { cpu, wall, result };
}

/** Runs the numpy twin on one thread, with the machine's own BLAS kernel; null where numpy is not installed. */
function numpy(sheet: Sheet): Numpy | null {
  const { OPENBLAS_CORETYPE: _type, OPENBLAS_L2_SIZE: _size, ...env } = process.env;
  const { status, stdout } = spawnSync(
    '/usr/bin/python3',
    [fileURLToPath(new URL('bootstrap.py', import.meta.url))],
    {
      input: JSON.stringify({
        ...settings,
        clusters: sheet.clusters,
        counts: Array.from(sheet.counts),
        sums: Array.from(sheet.sums),
        pairs: Array.from(sheet.pairs),
      }),
      env: { ...env, OPENBLAS_NUM_THREADS: '1' },
      maxBuffer: 1e8,
    },
  );
  return status === 0 ? (JSON.parse(stdout.toString()) as Numpy) : null;
}

const ratio = (a: Times, b: Times) =>
  `${(a.cpu / b.cpu).toFixed(1)}x by CPU, ${(a.wall / b.wall).toFixed(1)}x by clock`;

/** The whole job: 12 methods, 66 pairs x 5 metrics, 20,000 resamples, 174 clusters, intervals included; one core. */
export async function run(report: (line: string) => void): Promise<void> {
  const sheet = job();
  const ours = await time(sheet, await loadSimdKernel(), 7);
  report(
    `330 intervals, one core: ${(ours.cpu * 1000).toFixed(0)} ms CPU, ${(ours.wall * 1000).toFixed(0)} ms by the clock`,
  );
  const theirs = numpy(sheet);
  if (theirs) {
    const apart = ours.result.map((interval, i) =>
      Math.max(
        Math.abs((interval?.low ?? NaN) - theirs.low[i]!),
        Math.abs((interval?.high ?? NaN) - theirs.high[i]!),
      ),
    );
    report(`numpy ${theirs.numpy}, pair by pair: ours is faster ${ratio(theirs.perPair, ours)}`);
    report(`numpy ${theirs.numpy}, at its best: ours is faster ${ratio(theirs.best, ours)}`);
    report(`largest difference from numpy's intervals: ${Math.max(...apart).toExponential(1)}`);
  } else report('no /usr/bin/python3 with numpy here: not compared');
  report(
    `the SIMD kernel against the TypeScript one: ${ratio(await time(sheet, typescriptKernel, 1), ours)}`,
  );
  for (const resamples of [settings.resamples, 10 * settings.resamples])
    report(
      `peak of resident memory over the start, ${resamples} resamples: ${await peakMemory(sheet, resamples)} MB`,
    );
}

async function peakMemory(sheet: Sheet, resamples: number): Promise<number> {
  const kernel = await loadSimdKernel();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = 0;
  const task = quietTask();
  task.checkpoint = () => {
    peak = Math.max(peak, process.memoryUsage().rss - before);
    return Promise.resolve();
  };
  await bootstrapIntervals(sheet, { ...settings, resamples }, kernel, task);
  return Math.round(peak / 1e6);
}
