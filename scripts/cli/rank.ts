import { readFile } from 'node:fs/promises';
import type { SecondStage } from '$lib/embedding/second-stage/stage';
import { isSize } from '$lib/retrieval/complement-fused/parameters';
import { cutRows, exportRun, FORMATS, isFormat } from '$lib/retrieval/formats/export';
import { Configuration, NINE_VIEWS } from '$lib/retrieval/run/configuration';
import { encodersOf, makeRanker, methodOf, type Choice, type Encoders } from '$lib/retrieval/run/ranker';
import { STARTER_METHOD } from '$lib/retrieval/starter';
import { VIEWS, viewByName } from '$lib/retrieval/views/registry';
import { FaultList } from '$lib/serbench/fault';
import type { Prediction } from '$lib/serbench/prediction';
import { readItems } from '$lib/serbench/reading/items';
import { quietTask } from '$lib/serbench/task';
import { openStaticFolder, openTransformerFolder } from '../models';
import { guarded, openFile, reportFaults, writeText } from './files';
import { CliError, readCutoffs, readOptions } from './options';
import { checkOutputs } from './output';
import { readSecond, SECOND_HELP, SECOND_OPTIONS } from './rank-second';

const NAMES = [...VIEWS.map(({ name }) => name), STARTER_METHOD];

export const help = `rank --items F --view NAME|rrf|complement-fused [--size instant|thorough] [--config F] [--second NAME] --k 8 --out F [--format NAME]
    NAME is one of ${NAMES.join(', ')}.
    rrf fuses the nine views as published, or as --config says: {"views": [{"name", "weight", "parameters"}],
    "fusion": {"k", "depth", "cap"}, "observedLast", "lambda"}; what is left out keeps its default.
    With a single view, --config holds its parameters. The dense view and complement-fused read the static encoder
    of static/models; --size thorough also the int8 transformer there, about ten seconds a state.
${SECOND_HELP}
    --format is ${Object.keys(FORMATS).join(', ')}; predictions by default.`;

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, {
      values: ['items', 'view', 'size', 'config', 'k', 'out', 'format', ...SECOND_OPTIONS],
      flags: [],
      required: ['items', 'view', 'k', 'out'],
    });
    const [k, ...more] = readCutoffs(options.k);
    if (k === undefined || more.length > 0)
      throw new CliError('usage', '--k takes one integer here, such as 8.');
    const format = options.format ?? 'predictions';
    if (!isFormat(format))
      throw new CliError('usage', `--format is one of ${Object.keys(FORMATS).join(', ')}.`);
    await checkOutputs([options.out], [options.items, options.config]);
    const choice = await readChoice(options.view, options.size, options.config);
    const second = await readSecond(options);
    const faults = new FaultList();
    const rows = await rankFile(options.items, choice, second, faults);
    if (reportFaults(faults)) return 2;
    await writeText(options.out, exportRun(cutRows(rows, k), format));
    return 0;
  });

async function rankFile(
  items: string,
  choice: Choice,
  second: SecondStage | null,
  faults: FaultList,
): Promise<Prediction[]> {
  const source = await openFile(items);
  const task = quietTask();
  const rank = makeRanker(choice, await openEncoders(choice));
  const first = methodOf(choice);
  const method = second === null ? first : second.method(first);
  const rows: Prediction[] = [];
  for await (const state of readItems(source, items, faults, task)) {
    const { analysis, order } = await rank(state, task);
    const final = second === null ? order : await second.order(state, order, task);
    const ranked_evidence_ids = final.flatMap((unit) => analysis.ids[unit] ?? []);
    rows.push({ state_id: state.state_id, method, ranked_evidence_ids });
  }
  return rows;
}

async function openEncoders(choice: Choice): Promise<Encoders> {
  const needed = encodersOf(choice);
  return {
    ...(needed.includes('dense') ? { dense: await openStaticFolder() } : {}),
    ...(needed.includes('transformer') ? { transformer: await openTransformerFolder() } : {}),
  };
}

async function readChoice(
  view: string,
  size: string | undefined,
  config: string | undefined,
): Promise<Choice> {
  if (size !== undefined && view !== 'complement-fused')
    throw new CliError('usage', '--size belongs to --view complement-fused.');
  if (config !== undefined && (view === 'complement-fused' || view === STARTER_METHOD))
    throw new CliError('usage', `${view} has fixed parameters: leave --config out.`);
  if (view === STARTER_METHOD) return { kind: 'starter' };
  if (view === 'complement-fused') {
    const chosen = size ?? 'instant';
    if (!isSize(chosen)) throw new CliError('usage', '--size is instant or thorough.');
    return { kind: 'complement-fused', size: chosen };
  }
  const given = config === undefined ? undefined : await readConfig(config);
  if (view === 'rrf') {
    const configuration = given === undefined ? NINE_VIEWS : parse(given, config ?? '');
    return { kind: 'fusion', configuration };
  }
  if (viewByName(view) === undefined)
    throw new CliError('usage', `--view is rrf, complement-fused or one of ${NAMES.join(', ')}.`);
  const single = parse({ views: [{ name: view, parameters: given ?? {} }] }, config ?? '');
  return { kind: 'view', name: view, parameters: single.views[0]?.parameters ?? {} };
}

async function readConfig(path: string): Promise<unknown> {
  await openFile(path);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    throw new CliError('config', `Not JSON: ${error instanceof Error ? error.message : String(error)}`, path);
  }
}

function parse(value: unknown, path: string): Configuration {
  const parsed = Configuration.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const where = first?.path.join('.') ?? '';
  throw new CliError(
    'config',
    `${where === '' ? '' : `${where}: `}${first?.message ?? 'not understood'}`,
    path,
  );
}
