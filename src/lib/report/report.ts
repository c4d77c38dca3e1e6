import type { Comparison } from '$lib/statistics/comparison/result';
import type { ScoreBook } from '$lib/statistics/comparison/score-book';
import { VERSION } from '$lib/version';
import { reportSchema, type Provenance, type Report } from './schema';

/** How the numbers of every report are made, in words; the run's own facts are added to it. */
export const METHOD = {
  generator:
    'PCG64 seeded by SeedSequence; integers(0, clusters, size=(resamples, clusters)), as numpy.random.default_rng(seed)',
  quantiles: 'linear interpolation (type 7), as numpy.quantile',
  ranking: 'the order of the ids in a prediction is the rank; nothing is removed or moved up',
  weighting:
    'states weigh equally: a resample is the sum of the drawn clusters over the count of their states',
} as const;

/** A report's value. `made` is an ISO time, handed in. */
export function makeReport(
  book: ScoreBook,
  comparison: Comparison,
  provenance: Omit<Provenance, keyof typeof METHOD>,
  made: string,
): Report {
  return {
    format: 'complement-comparison',
    formatVersion: 2,
    program: VERSION,
    made,
    provenance: { ...provenance, ...METHOD },
    settings: comparison.settings,
    book,
    results: comparison.results,
    notComparable: comparison.notComparable,
  };
}

/** `report.json`; columns of scores are plain lists of numbers with all their digits. */
export const printReport = (report: Report): string =>
  `${JSON.stringify(report, (_, value: unknown) => (value instanceof Float64Array ? Array.from(value) : value), 1)}\n`;

/** Reads `report.json`. Throws an Error that names the first faults. */
export function parseReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(
      `This is no report: it is not JSON (${error instanceof Error ? error.message : String(error)}).`,
      { cause: error },
    );
  }
  const read = reportSchema.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new Error(`This is no report of a comparison. ${faults.join('; ')}`, { cause: read.error });
}
