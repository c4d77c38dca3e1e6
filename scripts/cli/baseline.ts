import { ORACLE_METHOD, rankOracle } from '$lib/retrieval/baselines/oracle';
import { randomExpectation, RANDOM_METHOD } from '$lib/retrieval/baselines/random';
import { rankStarter, STARTER_METHOD } from '$lib/retrieval/starter';
import type { Certificate } from '$lib/serbench/certificate';
import { meanOf, toNumber, type Fraction } from '$lib/serbench/exact/fraction';
import { FaultList } from '$lib/serbench/fault';
import { readItems } from '$lib/serbench/reading/items';
import { printPythonJson } from '$lib/serbench/python-json';
import { quietTask } from '$lib/serbench/task';
import { guarded, openFile, readInputs, reportFaults, writeText, type Inputs } from './files';
import { CliError, readCutoffs, readOptions } from './options';
import { checkOutputs } from './output';

export const help = `baseline --items F --method bm25_starter|random|oracle [--labels F] --k 8 --out F
    bm25_starter: the first k units of the release's starter baseline, as predictions.
    oracle: the smallest complete set of each state, cut at k, as predictions; needs --labels.
    random: the exact expectations of a uniform choice of k units, per state and overall, as JSON lines (no
    predictions: nothing is drawn); needs --labels.`;

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, {
      values: ['items', 'method', 'labels', 'k', 'out'],
      flags: [],
      required: ['items', 'method', 'k', 'out'],
    });
    const [k, ...more] = readCutoffs(options.k);
    if (k === undefined || more.length > 0)
      throw new CliError('usage', '--k takes one integer here, such as 8.');
    await checkOutputs([options.out], [options.items, options.labels]);
    const text = await makeText(options.method, options.items, options.labels, k);
    if (text === null) return 2;
    await writeText(options.out, text);
    return 0;
  });

async function makeText(
  method: string,
  items: string,
  labels: string | undefined,
  k: number,
): Promise<string | null> {
  if (method === 'bm25_starter') return starter(items, k);
  if (method !== 'oracle' && method !== 'random') {
    throw new CliError('usage', `--method is bm25_starter, random or oracle, not ${JSON.stringify(method)}.`);
  }
  if (labels === undefined)
    throw new CliError('usage', `--method ${method} reads certificates: give --labels.`);
  const inputs = await readInputs({ items, labels });
  if (reportFaults(inputs.faults)) return null;
  return method === 'oracle' ? oracle(inputs, k) : random(inputs, k);
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

function oracle(inputs: Inputs, k: number): string {
  return eachState(inputs)
    .map(({ id, pool, certificate }) => predictionLine(id, ORACLE_METHOD, rankOracle(certificate, pool, k)))
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
