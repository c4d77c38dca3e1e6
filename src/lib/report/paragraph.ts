import { fallbackNotes } from '$lib/statistics/tables/methods';
import { labelOf } from '$lib/statistics/tables/contrasts';
import { count } from '$lib/statistics/words';
import { clusterWord } from '$lib/statistics/comparison/describe';
import { MOST_EXACT_CLUSTERS } from '$lib/statistics/randomisation/exact';
import type { Report } from './schema';

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`;

/** How the numbers were made, in plain language, from the settings that made them. */
export function methodsParagraph(report: Report): string {
  const { settings, book, provenance } = report;
  const whole = report.results.find(({ stratum }) => stratum.kind === 'all');
  const states = book.facts.length;
  const clusters = whole?.clusters ?? 0;
  const word = clusterWord(settings.cluster);
  return [
    `We compare ${list(settings.methods)} on ${count(states)} states of ${provenance.split} by ${list(settings.columns.map(labelOf))}.`,
    'Every method is scored on the same states; states weigh equally, and the order of the ids in a prediction is their rank.',
    intervals(report, clusters, word),
    tests(report, clusters, word),
    strata(report),
    tokens(report),
    failures(report),
    runsOfOneMethod(report),
    fallbackNotes(book, settings.methods).join(' '),
    `Scores, intervals and tests were computed with ${report.program} (PCG64 and quantiles as in numpy); the items have SHA-256 ${provenance.items.sha256}, the labels ${provenance.labels.sha256}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function intervals({ settings }: Report, clusters: number, word: string): string {
  if (settings.resamples === 0) return 'No intervals were computed.';
  return (
    `Intervals are ${settings.level * 100}% percentile intervals over ${count(settings.resamples)} resamples of whole clusters by ${word} ` +
    `(${count(clusters)} clusters, seed ${settings.seed}); both methods of a pair use the same resamples.` +
    (clusters < 10 ? ' With fewer than 10 clusters the intervals are likely too narrow.' : '')
  );
}

function tests({ settings, results }: Report, clusters: number, word: string): string {
  if (!results.some(({ test }) => test !== null)) return '';
  const how =
    clusters <= MOST_EXACT_CLUSTERS
      ? `all sign flips of the ${clusters} clusters`
      : `${count(settings.test.flips)} random sign flips by ${word} (seed ${settings.test.seed})`;
  const family = results.filter(
    ({ right, stratum, column }) =>
      right !== null && stratum.kind === 'all' && column === settings.columns[0],
  );
  return `P-values are two-sided, from a paired randomisation test over ${how}${family.length > 1 ? `, corrected by Holm's method over the ${family.length} pairs of each metric` : ''}.`;
}

function strata({ settings }: Report): string {
  if (settings.strata.length === 0) return '';
  return `Results within strata (${list(settings.strata)}) resample the clusters within each stratum and are descriptive.`;
}

function tokens({ book, settings }: Report): string {
  if (book.tokenizer === null || !settings.columns.some((column) => /@\d+t$|=/.test(column))) return '';
  return `Budgets in source tokens count ${book.tokenizer} tokens of each unit's excerpt, admit whole units in order and skip what does not fit.`;
}

/** Which run is which, where several share a method's name. */
function runsOfOneMethod({ provenance: { runs } }: Report): string {
  const shared = new Set(
    runs.flatMap(({ method }) => (runs.filter((one) => one.method === method).length > 1 ? [method] : [])),
  );
  return runs
    .filter(({ method }) => shared.has(method))
    .map(
      ({ label, method, configurationHash, addedAt, rowsSha256 }) =>
        `${label ?? method} is a run of ${method} (${configurationHash === null ? 'configuration not told' : `configuration ${configurationHash.slice(0, 8)}`}, rows ${rowsSha256.slice(0, 8)}${addedAt === undefined ? '' : `, added ${addedAt.slice(0, 10)}`}).`,
    )
    .join(' ');
}

function failures({ book, settings, notComparable }: Report): string {
  const failed = book.methods.filter(
    ({ method, status }) => settings.methods.includes(method) && status.includes('failed'),
  );
  const missing = [
    ...new Set(notComparable.filter(({ right }) => right === null).map(({ reason }) => reason)),
  ];
  return [
    failed.length > 0
      ? `${list(failed.map(({ method, status }) => `${method} failed on ${status.filter((one) => one === 'failed').length} states`))}; results are given with failed states as 0 and with them left out.`
      : '',
    missing.length > 0
      ? `${missing.map((reason) => reason.replace('not comparable: ', '')).join('; ')}: not compared.`
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
