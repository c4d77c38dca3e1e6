import { ORACLE_METHODS, type OracleMethod } from '$lib/complement/methods';
import { rankOracle, SMALLEST_SET_METHOD } from '$lib/retrieval/baselines/oracle';
import { randomExpectation, RANDOM_METHOD } from '$lib/retrieval/baselines/random';
import { rankStarter, STARTER_METHOD } from '$lib/retrieval/starter';
import type { Certificate } from '$lib/serbench/certificate';
import { meanOf, toNumber, type Fraction } from '$lib/serbench/exact/fraction';
import { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import { printPythonJson } from '$lib/serbench/python-json';
import { quietTask } from '$lib/serbench/task';
import { guarded, openFile, readInputs, reportFaults, writeText, type Inputs } from './files';
import { isOracleMethod, oraclePredictions } from './oracle-rows';
import { CliError, readCutoffs, readOptions } from './options';
import { checkOutputs } from './output';

export const help = `baseline --items F --method bm25_starter|random|smallest-complete-set [--labels F] --k 8 --out F
baseline --items F --labels F --method oracle|oracle-minus-one-group --like PREDICTIONS [--fill PREDICTIONS] --out F
    bm25_starter: the first k units of the release's starter baseline, as predictions.
    smallest-complete-set: the smallest complete set of each state, cut at k, as predictions; needs --labels. Its name
    was oracle before that became the diagnostic below; predictions that carry the old name are read as ever.
    oracle, oracle-minus-one-group: diagnostics that read the certificates. One admissible unit per group, shared units
    once, then the order of --fill (the starter's without it), within 6,144 source tokens (o200k_base); as many units a
    state as --like returned for it, or the smallest cover when that is larger. Minus one: the heaviest group and a
    unit of each bypass branch barred, so that it never completes. States that --like lacks are left out.
    random: the exact expectations of a uniform choice of k units, per state and overall, as JSON lines (no
    predictions: nothing is drawn); needs --labels.`;

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, {
      values: ['items', 'method', 'labels', 'k', 'like', 'fill', 'out'],
      flags: [],
      required: ['items', 'method', 'out'],
    });
    const { method, items, labels } = options;
    if (labels === undefined && method !== 'bm25_starter' && isMethod(method))
      throw new CliError('usage', `--method ${method} reads certificates: give --labels.`);
    await checkOutputs([options.out], [options.items, options.labels, options.like, options.fill]);
    const text = isOracleMethod(method)
      ? await oracleText(method, { ...options, labels: labels ?? '' })
      : await makeText(method, items, labels, oneCutoff(options));
    if (text === null) return 2;
    await writeText(options.out, text);
    return 0;
  });

const METHODS = ['bm25_starter', 'random', SMALLEST_SET_METHOD];
const isMethod = (method: string) => METHODS.includes(method) || isOracleMethod(method);

function oneCutoff({ k, like, fill }: { k?: string; like?: string; fill?: string }): number {
  if (like !== undefined || fill !== undefined)
    throw new CliError('usage', '--like and --fill belong to oracle and oracle-minus-one-group.');
  if (k === undefined) throw new CliError('usage', 'Missing: --k.');
  const [cutoff, ...more] = readCutoffs(k);
  if (cutoff === undefined || more.length > 0)
    throw new CliError('usage', '--k takes one integer here, such as 8.');
  return cutoff;
}

async function oracleText(
  method: OracleMethod,
  options: { items: string; labels: string; k?: string; like?: string; fill?: string },
): Promise<string | null> {
  const { items, labels, like, fill } = options;
  if (like === undefined || options.k !== undefined)
    throw new CliError(
      'usage',
      `--method ${method} has as many slots a state as a method returned: give its predictions by --like, and no --k. The smallest complete set, cut at k, is --method ${SMALLEST_SET_METHOD}.`,
    );
  const rows = await oraclePredictions(method, { items, labels, like, fill });
  return rows && rows.map((row) => predictionLine(row.state_id, method, row.ranked_evidence_ids)).join('');
}

async function makeText(
  method: string,
  items: string,
  labels: string | undefined,
  k: number,
): Promise<string | null> {
  if (method === 'bm25_starter') return starter(items, k);
  if (!isMethod(method)) {
    const names = [...METHODS, ...ORACLE_METHODS].join(', ');
    throw new CliError('usage', `--method is one of ${names}, not ${JSON.stringify(method)}.`);
  }
  const inputs = await readInputs({ items, labels });
  if (reportFaults(inputs.faults)) return null;
  return method === 'random' ? random(inputs, k) : smallestSets(inputs, k);
}

const predictionLine = (state_id: string, method: string, ranked_evidence_ids: string[]): string =>
  `${printPythonJson({ state_id, method, ranked_evidence_ids })}\n`;

async function starter(items: string, k: number): Promise<string | null> {
  const faults = new FaultList();
  let text = '';
  for await (const state of readItems(await openFile(items), items, faults, quietTask())) {
    text += predictionLine(state.state_id, STARTER_METHOD, rankStarter(state).slice(0, k));
  }
  return reportFaults(faults) ? null : text;
}

function smallestSets(inputs: Inputs, k: number): string {
  return eachState(inputs)
    .map(({ id, pool, certificate }) =>
      predictionLine(id, SMALLEST_SET_METHOD, rankOracle(certificate, pool, k)),
    )
    .join('');
}

function random(inputs: Inputs, k: number): string {
  const rows = eachState(inputs).map(({ id, pool, certificate }) => ({
    id,
    pool,
    ...randomExpectation(certificate, pool, k),
  }));
  const measures = ['mss_complete', 'group_recall', 'necessity_weighted_recall', 'any_hit'] as const;
  const line = (
    head: Record<string, string | bigint>,
    value: (measure: (typeof measures)[number]) => Fraction,
  ) => {
    const numbers = measures.map((measure) => [`${measure}@${k}`, toNumber(value(measure))] as const);
    const { numerator, denominator } = value('mss_complete');
    const exact = { [`mss_complete@${k}_exact`]: `${numerator}/${denominator}` };
    return `${printPythonJson({ ...head, method: RANDOM_METHOD, ...exact, ...Object.fromEntries(numbers) })}\n`;
  };
  const states = rows.map((row) =>
    line({ state_id: row.id, pool: BigInt(row.pool.length) }, (measure) => row[measure]),
  );
  const overall = line({ states: BigInt(rows.length) }, (measure) => meanOf(rows.map((row) => row[measure])));
  return states.join('') + overall;
}

function eachState({
  split,
  certificates,
}: Inputs): { id: string; pool: string[]; certificate: Certificate }[] {
  return [...split.values()].flatMap((state) => {
    const certificate = certificates.get(state.state_id);
    return certificate ? [{ id: state.state_id, pool: [...state.ids], certificate }] : [];
  });
}
