import { compareCodePoints } from '$lib/serbench/code-point';
import { exactMean } from '$lib/serbench/exact/mean';
import { FaultList } from '$lib/serbench/fault';
import { quietTask } from '$lib/serbench/task';
import { bootstrapIntervals } from '$lib/statistics/bootstrap/intervals';
import { DEFAULT_SETTINGS, type Interval } from '$lib/statistics/bootstrap/settings';
import { clusterWarning } from '$lib/statistics/comparison/result';
import { readClusterField, readScores } from '$lib/statistics/comparison/score-file';
import { loadSimdKernel } from '$lib/statistics/kernel/simd';
import { countOutcomes } from '$lib/statistics/outcomes';
import { randomisationTests } from '$lib/statistics/randomisation/test';
import { makeSheet } from '$lib/statistics/sheet';
import { VERSION } from '$lib/version';
import { guarded, openFile, reportFaults } from './files';
import { CliError, readOptions, wholeNumber } from './options';

export const help = `bootstrap --items F --per-state F --left M --right M --metric NAME
          [--seed S] [--resamples B] [--cluster repo|state|FIELD]
    Paired difference left - right of one metric of a per_state_scores.jsonl: the interval of a bootstrap over whole
    clusters (a text field of the items, default repo), wins, ties and losses, and a randomisation test, as JSON.
    Completion over all returned units is no column of that file: the Compare page has it.
    Default: seed ${DEFAULT_SETTINGS.seed}, ${DEFAULT_SETTINGS.resamples} resamples.`;

/** How the interval is made, for the reader of the JSON. */
const HOW = {
  generator: 'PCG64, as numpy.random.default_rng',
  quantiles: 'linear (type 7), as numpy.quantile',
};

const printInterval = (interval: Interval) => ({
  low: interval.low,
  high: interval.high,
  mean_of_resamples: interval.meanOfResamples,
  share_above_zero: interval.shareAbove,
  share_below_zero: interval.shareBelow,
});

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, {
      values: ['items', 'per-state', 'left', 'right', 'metric', 'seed', 'resamples', 'cluster'],
      flags: [],
      required: ['items', 'per-state', 'left', 'right', 'metric'],
    });
    const seed = wholeNumber('seed', options.seed ?? `${DEFAULT_SETTINGS.seed}`, 0, Number.MAX_SAFE_INTEGER);
    const resamples = wholeNumber(
      'resamples',
      options.resamples ?? `${DEFAULT_SETTINGS.resamples}`,
      0,
      100_000_000,
    );
    const { left, right, metric, cluster = 'repo' } = options;
    if (left === right) throw new CliError('usage', '--left and --right name the same method.');
    const faults = new FaultList();
    const task = quietTask();
    const field = cluster === 'state' ? 'state_id' : cluster;
    const clusterOf = await readClusterField(
      await openFile(options.items),
      options.items,
      field,
      faults,
      task,
    );
    if (faults.errors > 0) return Number(reportFaults(faults)) * 2;
    const wanted = { methods: [left, right], metric, states: new Set(clusterOf.keys()) };
    const scores = await readScores(
      await openFile(options['per-state']),
      options['per-state'],
      wanted,
      faults,
      task,
    );
    if (reportFaults(faults)) return 2;

    const states = [...clusterOf.keys()].sort(compareCodePoints);
    const column = (method: string) =>
      Float64Array.from(states, (state) => scores.get(method)?.get(state) ?? NaN);
    const [a, b] = [column(left), column(right)];
    const { sheet } = makeSheet(
      states.map((state) => clusterOf.get(state) ?? ''),
      [a, b],
      [[0, 1]],
    );
    const kernel = await loadSimdKernel();
    const settings = { seed, resamples, level: DEFAULT_SETTINGS.level };
    const [interval = null] = await bootstrapIntervals(sheet, settings, kernel, task);
    const [test = null] = await randomisationTests(sheet, { seed, flips: resamples }, kernel, task);
    const [leftMean, rightMean] = [exactMean(a), exactMean(b)];
    const result = {
      left,
      right,
      metric,
      ...settings,
      left_mean: leftMean,
      right_mean: rightMean,
      difference: leftMean - rightMean,
      ...countOutcomes(a, b),
      states: states.length,
      cluster: field,
      clusters: sheet.clusters,
      interval: interval && sheet.clusters >= 2 ? printInterval(interval) : null,
      randomisation_test: test,
      warning: clusterWarning(sheet.clusters),
      ...HOW,
      version: VERSION,
    };
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return 0;
  });
