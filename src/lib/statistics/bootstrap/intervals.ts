import type { Task } from '$lib/serbench/task';
import { BLOCK, type Kernel, type Sheet, type Tally } from '../kernel/kernel';
import { splitSheet } from '../split';
import { lerp, quantilePlace } from '../quantile';
import {
  isOpen,
  nextBrackets,
  pilotBrackets,
  settledSearch,
  startSearch,
  takeFindings,
  type PairSearch,
  type Side,
} from './pair-search';
import { tails, type BootstrapSettings, type Interval } from './settings';

/**
 * Estimates a bracket can keep, and the rows of the pilot. With 2,048 the first pass over the draws settles nearly all
 * quantiles up to some 60,000 resamples; more resamples need more passes, never more memory.
 */
export const CAPACITY = 2048;

/** Pairs that are resampled at a time: their brackets take 64 MB; more pairs draw the stream again. */
const MOST_PAIRS = 2048;

/** Blocks between two looks at the task: some 10 ms. */
const BLOCKS_PER_CHUNK = 32;

/**
 * Percentile intervals of all pairs of a sheet from one stream of draws. The draws are made again in each pass (a
 * pilot of `capacity` rows, then one pass or a few over all rows), so memory does not grow with the resamples, and a
 * pair's digits depend on its two columns alone: any split of the pairs over workers gives the same.
 * Null for every pair when `resamples` is 0 or the sheet has no cluster.
 */
export async function bootstrapIntervals(
  sheet: Sheet,
  settings: BootstrapSettings,
  kernel: Kernel,
  task: Task,
  capacity = CAPACITY,
): Promise<(Interval | null)[]> {
  const pairs = sheet.pairs.length / 2;
  if (pairs <= MOST_PAIRS) return intervalsOf(sheet, settings, kernel, task, capacity);
  const intervals: (Interval | null)[] = [];
  for (const part of splitSheet(sheet, Math.ceil(pairs / MOST_PAIRS)))
    intervals.push(...(await intervalsOf(part.sheet, settings, kernel, task, capacity)));
  return intervals;
}

async function intervalsOf(
  sheet: Sheet,
  settings: BootstrapSettings,
  kernel: Kernel,
  task: Task,
  capacity: number,
): Promise<(Interval | null)[]> {
  const pairs = sheet.pairs.length / 2;
  const { seed, resamples } = settings;
  if (resamples === 0 || sheet.clusters === 0) return Array.from({ length: pairs }, () => null);
  const levels = tails(settings.level);
  const places = { low: quantilePlace(resamples, levels.low), high: quantilePlace(resamples, levels.high) };
  const whole = kernel.open(sheet, capacity);
  const numbers = Array.from({ length: pairs }, (_, pair) => pair);

  const pilot = Math.min(resamples, capacity);
  whole.start(seed, pilotBrackets(pairs));
  await runRows((rows) => whole.step(rows), pilot, 'pilot', task);
  let searches = numbers.map((pair) => {
    const estimates = whole.kept(pair, 'low');
    return pilot === resamples ? settledSearch(estimates, places) : startSearch(estimates, places, levels);
  });
  if (pilot < resamples) {
    whole.start(seed, nextBrackets(searches));
    await runRows((rows) => whole.step(rows), resamples, 'resamples', task);
    searches = searches.map((search, pair) => takeFindings(search, whole, pair));
  }
  const tallies = numbers.map((pair) => whole.tally(pair));
  for (;;) {
    const open = numbers.filter((pair) => isOpen(searches[pair] as PairSearch));
    if (open.length === 0) break;
    const again = kernel.open({ ...sheet, pairs: pick(sheet.pairs, open) }, capacity);
    again.start(seed, nextBrackets(open.map((pair) => searches[pair] as PairSearch)));
    await runRows((rows) => again.step(rows), resamples, 'narrowing quantiles', task);
    open.forEach((pair, at) => {
      searches[pair] = takeFindings(searches[pair] as PairSearch, again, at);
    });
  }
  return searches.map((search, pair) => interval(search, tallies[pair] as Tally, resamples, places));
}

function interval(
  search: PairSearch,
  tally: Tally,
  resamples: number,
  places: Record<Side, { weight: number }>,
): Interval {
  const end = (side: Side) => {
    const [a, b] = search[side];
    return lerp(a.value ?? NaN, b.value ?? NaN, places[side].weight);
  };
  return {
    low: end('low'),
    high: end('high'),
    meanOfResamples: tally.sum / resamples,
    shareAbove: tally.above / resamples,
    shareBelow: tally.below / resamples,
  };
}

const pick = (pairs: Uint32Array, chosen: number[]) =>
  Uint32Array.from(chosen.flatMap((pair) => [pairs[2 * pair] ?? 0, pairs[2 * pair + 1] ?? 0]));

/** Steps through `total` rows, block by block, with progress and a checkpoint every few blocks. */
export async function runRows(
  step: (rows: number) => void,
  total: number,
  note: string,
  task: Task,
): Promise<void> {
  for (let done = 0; done < total;) {
    for (let block = 0; block < BLOCKS_PER_CHUNK && done < total; block += 1) {
      const rows = Math.min(BLOCK, total - done);
      step(rows);
      done += rows;
    }
    task.progress({ done, total, unit: 'resamples', note });
    await task.checkpoint();
  }
}
