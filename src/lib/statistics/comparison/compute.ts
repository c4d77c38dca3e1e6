import type { Task } from '$lib/serbench/task';
import { bootstrapIntervals } from '../bootstrap/intervals';
import type { BootstrapSettings } from '../bootstrap/settings';
import type { Kernel, Sheet } from '../kernel/kernel';
import { randomisationTests, type RandomisationSettings } from '../randomisation/test';
import { splitSheet } from '../split';
import { planComparison } from './plan';
import { joinResults, type Comparison, type ComparisonSettings, type JobNumbers } from './result';
import type { ScoreBook } from './score-book';

/** What one worker is asked for. */
export interface SheetRequest {
  sheet: Sheet;
  bootstrap: BootstrapSettings;
  test: RandomisationSettings;
}

/** Intervals and tests of one sheet. */
export async function computeSheet(request: SheetRequest, kernel: Kernel, task: Task): Promise<JobNumbers> {
  return {
    kernel: kernel.name,
    intervals: await bootstrapIntervals(request.sheet, request.bootstrap, kernel, task),
    tests: await randomisationTests(request.sheet, request.test, kernel, task),
  };
}

/** How sheets are computed: here, or by a pool of workers. */
export type Compute = (request: SheetRequest) => Promise<JobNumbers>;

/** Plans, computes job after job, and joins a whole comparison. `onJob` hears which job starts, and of how many. */
export async function compareMethods(
  book: ScoreBook,
  settings: ComparisonSettings,
  compute: Compute,
  onJob: (job: number, jobs: number) => void = () => undefined,
): Promise<Comparison> {
  const plan = planComparison(book, settings);
  const { seed, resamples, level, test } = settings;
  const numbers: JobNumbers[] = [];
  for (const [job, { sheet }] of plan.jobs.entries()) {
    onJob(job + 1, plan.jobs.length);
    // One cluster has nothing to resample: no interval is given.
    const bootstrap = { seed, resamples: sheet.clusters < 2 ? 0 : resamples, level };
    numbers.push(await compute({ sheet, bootstrap, test }));
  }
  return joinResults(book, settings, plan, numbers);
}

/** Shares a sheet's pairs over several computers; the digits are those of one. */
export function sharedCompute(workers: readonly Compute[]): Compute {
  return async (request) => {
    const parts = splitSheet(request.sheet, workers.length);
    const done = await Promise.all(
      parts.map(({ sheet }, i) => (workers[i] as Compute)({ ...request, sheet })),
    );
    const [first] = done;
    if (!first) throw new RangeError('Sharing needs at least one worker.');
    return {
      kernel: first.kernel,
      intervals: done.flatMap((part) => part.intervals),
      tests: done.flatMap((part) => part.tests),
    };
  };
}
