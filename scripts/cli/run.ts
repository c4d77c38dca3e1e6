import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webcrypto } from 'node:crypto';
import { canonicalJson, digestWith } from '$lib/complement/canonical';
import type { RunSetting } from '$lib/complement/run/types';
import { runBatch } from '$lib/complement/batch/run-batch';
import { recount } from '$lib/complement/batch/recount';
import { defaultConfiguration } from '$lib/complement/config/defaults';
import { readConfiguration } from '$lib/complement/config/read';
import type { Configuration } from '$lib/complement/config/schema';
import { BUNDLE_FILES } from '$lib/complement/export/bundle';
import { viewFaults } from '$lib/complement/fused-ranking';
import { CALLED_METHODS, type CalledMethod } from '$lib/complement/methods';
import { loadO200k } from '$lib/data/o200k';
import { realClock } from '$lib/llm/limiter';
import { costBy, priceSchema, type Price } from '$lib/llm/prices';
import { Models } from '$lib/llm/run/models';
import { preparer } from '$lib/llm/run/prepare';
import { FaultList } from '$lib/serbench/fault';
import { readItems, readSplitIndex } from '$lib/serbench/reading/items';
import { quietTask, type Task } from '$lib/serbench/task';
import type { FileStore } from './complement/file-store';
import {
  ENCODER_HELP,
  ENCODER_OPTIONS,
  encodersWith,
  openEncoder,
  withEncoder,
  type OpenEncoder,
} from './complement/open-encoder';
import { chosenStates, SUBSET_HELP, SUBSET_OPTIONS } from './complement/subset';
import { keysFrom } from './complement/keys';
import { openRunFolder } from './complement/run-folder';
import { writeBundle } from './complement/write-bundle';
import { guarded, openFile, reportFaults, sha256Of, writeText } from './files';
import { CliError, readOptions, wholeNumber } from './options';
import { runOrigin } from './complement/origin';
import { checkOutputs } from './output';

export const help = `run --method ${CALLED_METHODS.join('|')} --items F --config F --out DIR [--key-env NAME | ORIGIN=NAME,...] [--allow-http] [--concurrency N] [--max-tokens N] [--max-cost X] [--prices F]
    Runs a method on every state. The key comes from the environment variable NAME (COMPLEMENT_API_KEY) and goes to
    the first origin of the configuration alone; others take theirs by ORIGIN=NAME.
    http goes to this machine only, unless --allow-http is given: key and code then cross the network in clear.
    Every call is kept in DIR as it ends: the same command again makes only the missing calls. DIR belongs to one
    configuration and one items file, and to one process at a time. --concurrency takes 1 to 64, 4 by default.
${SUBSET_HELP}
${ENCODER_HELP}
    --config default prints the published configuration to DIR/configuration.json and stops.
    Writes predictions.jsonl, traces.jsonl, contexts.jsonl, configuration.json, run.json. Exit code 3 when it
    stopped before the end or a state failed.`;

const digest = digestWith(webcrypto.subtle as SubtleCrypto);

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, {
      values: [
        'method',
        'items',
        'config',
        'out',
        'key-env',
        'concurrency',
        'max-tokens',
        'max-cost',
        'prices',
        ...SUBSET_OPTIONS,
        ...ENCODER_OPTIONS,
      ],
      flags: ['allow-http'],
      required: ['method', 'items', 'config', 'out'],
    });
    const method = CALLED_METHODS.find((name) => name === options.method);
    if (!method) throw new CliError('usage', `--method is one of ${CALLED_METHODS.join(', ')}.`);
    if (options.config === 'default') {
      await writeDefault(join(options.out, 'configuration.json'), method);
      return 0;
    }
    const named = { ...(await configurationAt(options.config)), method };
    const encoder = await openEncoder(options);
    const configuration = withEncoder(named, encoder);
    const prices = options.prices === undefined ? [] : await pricesAt(options.prices);
    await checkOutputs(
      BUNDLE_FILES.map((file) => join(options.out, file)),
      [
        options.items,
        options.prices,
        (await isKept(options.config, configuration)) ? undefined : options.config,
      ],
    );
    const end = await runAll(configuration, {
      items: options.items,
      out: options.out,
      keyEnv: options['key-env'],
      plainHttp: options['allow-http'],
      encoder,
      concurrency: wholeNumber('concurrency', options.concurrency ?? '4', 1, 64),
      budget: {
        tokens: number(options['max-tokens'], '--max-tokens'),
        cost: number(options['max-cost'], '--max-cost'),
      },
      prices,
      subset: options,
    });
    return end;
  });

function number(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new CliError('usage', `${name} takes a number above 0.`);
  return value;
}

/** Writes the published configuration; what is there already and differs stays. */
async function writeDefault(path: string, method: CalledMethod): Promise<void> {
  const text = `${JSON.stringify(defaultConfiguration(method), null, 2)}\n`;
  const there = await readFile(path, 'utf8').catch(() => null);
  if (there !== null && there !== text)
    throw new CliError('exists', 'There is another configuration here; it stays. Name another folder.', path);
  await writeText(path, text);
}

/** Whether a file holds just this configuration, so that nothing is lost when the run writes it again. */
async function isKept(path: string, configuration: Configuration): Promise<boolean> {
  const read = readConfiguration(await jsonAt(path));
  return read.ok && canonicalJson(read.configuration) === canonicalJson(configuration);
}

async function jsonAt(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new CliError('file-missing', 'There is no such file.', path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CliError('not-json', error instanceof Error ? error.message : String(error), path);
  }
}

async function configurationAt(path: string): Promise<Configuration> {
  const read = readConfiguration(await jsonAt(path));
  const faults = read.ok ? viewFaults(read.configuration) : read.faults;
  if (!read.ok || faults.length > 0) throw new CliError('configuration', faults.join('; '), path);
  return read.configuration;
}

async function pricesAt(path: string): Promise<Price[]> {
  const read = priceSchema.array().safeParse(await jsonAt(path));
  if (!read.success) throw new CliError('prices', read.error.message, path);
  return read.data;
}

interface Run {
  items: string;
  out: string;
  keyEnv: string | undefined;
  plainHttp: boolean;
  encoder: OpenEncoder | null;
  concurrency: number;
  budget: { tokens: number | null; cost: number | null };
  prices: Price[];
  subset: Parameters<typeof chosenStates>[0];
}

async function runAll(configuration: Configuration, options: Run): Promise<number> {
  const setting = { configuration, configurationSha256: await digest(canonicalJson(configuration)) };
  const faults = new FaultList();
  const task = quietTask();
  const split = await readSplitIndex(await openFile(options.items), options.items, faults, task);
  if (reportFaults(faults)) return 2;
  const chosen = await chosenStates(options.subset, options.items);
  if (chosen) console.error(`${chosen.stateIds.length} of ${split.size} states: ${chosen.label}`);
  const only = chosen && new Set(chosen.stateIds);
  const folder = await openRunFolder(options.out, {
    setting,
    itemsSha256: await sha256Of(options.items),
    states: [...split.keys()],
    poolOf: (state) => split.get(state)?.ids,
  });
  try {
    return await runIn(folder.store, split.size, only, setting, options, faults, task);
  } finally {
    await folder.close();
  }
}

async function runIn(
  store: FileStore,
  states: number,
  only: ReadonlySet<string> | null,
  setting: RunSetting,
  options: Run,
  faults: FaultList,
  task: Task,
): Promise<number> {
  const { configuration } = setting;
  const { count } = await loadO200k();
  const urls = Object.values(configuration.models).map((ref) => ref.url);
  const { keys, warnings } = keysFrom(urls, options.keyEnv, process.env);
  for (const warning of warnings) console.error(warning);
  const models = new Models({
    fetch: globalThis.fetch,
    clock: realClock,
    keys,
    plainHttp: options.plainHttp,
    timeoutMs: configuration.decoding.timeoutMs,
    countTokens: count,
    pageOrigin: '',
    // Node gives up on a body that is silent for 300 s: a stream is not.
    stream: true,
  });
  const price = costBy(options.prices, Object.values(configuration.models));
  const tally = await recount(store, price, count);
  const end = await runBatch({
    states: readItems(await openFile(options.items), options.items, faults, task),
    only,
    prepare: preparer(configuration, { countTokens: count, encoder: encodersWith(options.encoder), task }),
    setting,
    tools: { modelFor: models.for, digest },
    store,
    concurrency: options.concurrency,
    budget: options.budget,
    costOf: price,
    countTokens: count,
    tally,
    paused: () => null,
    update: ({ scored, failed }) => console.error(`${scored + failed} states, ${tally.calls} calls`),
    signal: task.signal,
  });
  const outcomes = await store.outcomes();
  const about = { origin: await runOrigin(options.items), tools: { costOf: price, countTokens: count } };
  await writeBundle(store, outcomes, states, setting, about);
  if (end.status === 'stopped') console.error(JSON.stringify({ code: 'stopped', message: end.reason }));
  const asked = outcomes.filter(({ state_id }) => only === null || only.has(state_id));
  const whole = end.status === 'done' && asked.every((outcome) => outcome.status === 'scored');
  return whole ? 0 : 3;
}
