import { exactMean } from '$lib/serbench/exact/mean';
import type { BootstrapSettings, Interval } from '../bootstrap/settings';
import { holm } from '../holm';
import { ZERO, type Kernel } from '../kernel/kernel';
import { countOutcomes, type Outcomes } from '../outcomes';
import type { Randomisation, RandomisationSettings } from '../randomisation/test';
import type { Contrast, Plan, PlanChoice, SheetJob, Treatment } from './plan';
import { columnOf, type ScoreBook } from './score-book';
import { FEW_CLUSTERS } from './strata';

/** Everything a comparison was made with. */
export interface ComparisonSettings extends BootstrapSettings, PlanChoice {
  test: RandomisationSettings;
}

/** What the engine computed for a job's contrasts, in their order. */
export interface JobNumbers {
  /** Which kernel computed them; the digits are the same. */
  kernel: Kernel['name'];
  intervals: (Interval | null)[];
  tests: (Randomisation | null)[];
}

/** A line of the comparison's table. Numbers are shares in 0..1. */
export interface ContrastResult extends Contrast {
  stratum: { kind: string; name: string };
  treatment: Treatment;
  states: number;
  clusters: number;
  leftMean: number;
  rightMean: number | null;
  /** Left minus right; a method by itself: its mean. */
  difference: number;
  outcomes: Outcomes | null;
  interval: Interval | null;
  /** Whether the interval lies wholly on one side of zero; null without an interval. */
  excludesZero: boolean | null;
  test: Randomisation | null;
  /** Holm's correction over the pairs of the same column, stratum and treatment. */
  holm: number | null;
  /** Fewer than 10 clusters, or none to resample. */
  warning: string | null;
}

/** Joins the engine's numbers with means, outcomes, marks, corrections and warnings. */
export function jobResults(book: ScoreBook, job: SheetJob, numbers: JobNumbers): ContrastResult[] {
  const read = columnReader(book, job.members);
  const rows = job.contrasts.map((contrast, i): ContrastResult => {
    const left = read(contrast.left, contrast.column);
    const right = contrast.right === null ? null : read(contrast.right, contrast.column);
    const interval = job.clusters < 2 ? null : (numbers.intervals[i] ?? null);
    return {
      ...contrast,
      stratum: { kind: job.stratum.kind, name: job.stratum.name },
      treatment: job.treatment,
      states: job.members.length,
      clusters: job.clusters,
      leftMean: left.mean,
      rightMean: right && right.mean,
      difference: left.mean - (right?.mean ?? 0),
      outcomes: right && countOutcomes(left.values, right.values),
      interval,
      excludesZero: interval && (interval.low > ZERO || interval.high < -ZERO),
      test: right ? (numbers.tests[i] ?? null) : null,
      holm: null,
      warning: clusterWarning(job.clusters),
    };
  });
  return withHolm(rows);
}

/** Columns of some states with their exact means, each read once. */
function columnReader(book: ScoreBook, members: readonly number[]) {
  const known = new Map<string, { values: Float64Array; mean: number }>();
  return (name: string, column: string) => {
    const key = JSON.stringify([name, column]);
    const found = known.get(key);
    if (found) return found;
    const values = columnOf(book, methodNamed(book, name), book.columns.indexOf(column), members);
    const read = { values, mean: exactMean(values) };
    known.set(key, read);
    return read;
  };
}

/** The warning that a number of clusters deserves. */
export function clusterWarning(clusters: number): string | null {
  if (clusters < 2) return `${clusters} cluster: an interval needs at least two`;
  if (clusters < FEW_CLUSTERS) return `only ${clusters} clusters: the interval is likely too narrow`;
  return null;
}

function withHolm(rows: ContrastResult[]): ContrastResult[] {
  const columns = [...new Set(rows.map(({ column }) => column))];
  const adjusted = new Map<ContrastResult, number | null>();
  for (const column of columns) {
    const family = rows.filter((row) => row.column === column && row.right !== null);
    holm(family.map((row) => row.test?.p ?? null)).forEach((p, i) => {
      const row = family[i];
      if (row) adjusted.set(row, p);
    });
  }
  return rows.map((row) => ({ ...row, holm: adjusted.get(row) ?? null }));
}

function methodNamed(book: ScoreBook, name: string) {
  const method = book.methods.find((one) => one.method === name);
  if (!method) throw new Error(`No method ${JSON.stringify(name)} among the scores.`);
  return method;
}

/** A finished comparison. */
export interface Comparison {
  settings: ComparisonSettings;
  /** Null when nothing was computed. */
  kernel: Kernel['name'] | null;
  results: ContrastResult[];
  notComparable: Plan['notComparable'];
}

/** Joins all jobs of a plan. */
export function joinResults(
  book: ScoreBook,
  settings: ComparisonSettings,
  plan: Plan,
  numbers: readonly JobNumbers[],
): Comparison {
  const results = plan.jobs.flatMap((job, i) => {
    const own = numbers[i];
    if (!own) throw new RangeError(`Numbers for ${numbers.length} of ${plan.jobs.length} sheets.`);
    return jobResults(book, job, own);
  });
  return { settings, kernel: numbers[0]?.kernel ?? null, results, notComparable: plan.notComparable };
}
