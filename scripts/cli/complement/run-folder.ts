import { mkdir, lstat, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Outcome } from '$lib/complement/batch/record';
import { canonicalJson } from '$lib/complement/canonical';
import { configurationSchema, type Configuration } from '$lib/complement/config/schema';
import type { RunSetting } from '$lib/complement/run/types';
import { CliError } from '../options';
import { writeText } from '../output';
import { differences } from './differences';
import { FileStore } from './file-store';
import { lockFolder } from './folder-lock';
import { printNote } from './notes';

const BINDING = 'folder.json';
const STORES = ['calls', 'failed', 'partial', 'states'] as const;
const RESULTS = ['run.json', 'predictions.jsonl', 'contexts.jsonl', 'traces.jsonl'] as const;

const bindingSchema = z.strictObject({
  format: z.literal('complement-run-folder-1'),
  configuration_sha256: z.string(),
  configuration: configurationSchema,
  items_sha256: z.string(),
});

/** What a folder belongs to. */
export interface Bound {
  setting: RunSetting;
  /** SHA-256 of the items file's bytes. */
  itemsSha256: string;
  /** State ids in the split's order, and each state's pool. */
  states: readonly string[];
  poolOf(state: string): ReadonlySet<string> | undefined;
}

export interface RunFolder {
  store: FileStore;
  /** Gives the folder free for other processes. */
  close(): Promise<void>;
}

/**
 * Opens a run folder for one process: made where it is missing, locked, and bound to one configuration and one items
 * file. A `CliError` names what differs; then nothing in the folder has been changed.
 */
export async function openRunFolder(folder: string, bound: Bound): Promise<RunFolder> {
  await prepare(folder);
  const close = await lockFolder(folder);
  try {
    const store = new FileStore(folder, printNote);
    const known = await readBinding(join(folder, BINDING));
    if (known) refuseOther(folder, known, bound);
    else await adopt(folder, store, bound);
    for (const name of STORES) {
      await mkdir(join(folder, name), { recursive: true });
      await sweep(join(folder, name), /\.part$/);
    }
    await sweep(folder, /^(?!lock\.).*\.\d+-\d+\.part$/);
    if (!known) await writeText(join(folder, BINDING), `${JSON.stringify(bindingOf(bound))}\n`);
    return { store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const bindingOf = ({ setting, itemsSha256 }: Bound): z.infer<typeof bindingSchema> => ({
  format: 'complement-run-folder-1',
  configuration_sha256: setting.configurationSha256,
  configuration: setting.configuration,
  items_sha256: itemsSha256,
});

async function prepare(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('cannot-write', `The folder cannot be made (${why}). Name another place.`, folder);
  }
  for (const name of STORES) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (found && !found.isDirectory())
      throw new CliError(
        'not-a-folder',
        'A run keeps a folder here, and this is none; links are not followed.',
        path,
      );
  }
}

async function readBinding(path: string): Promise<z.infer<typeof bindingSchema> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return bindingSchema.parse(JSON.parse(text));
  } catch {
    throw new CliError(
      'damaged-file',
      'This file says to which configuration and items the folder belongs, and cannot be read. Delete it to have the folder checked by its results instead.',
      path,
    );
  }
}

const elsewhere = (folder: string, what: string): CliError =>
  new CliError(
    'other-run',
    `This folder belongs to another run: ${what}. Name another folder with --out.`,
    folder,
  );

function refuseOther(
  folder: string,
  known: z.infer<typeof bindingSchema>,
  { setting, itemsSha256 }: Bound,
): void {
  const told: string[] = [];
  if (known.configuration_sha256 !== setting.configurationSha256)
    told.push(`the configuration differs (${describe(known.configuration, setting.configuration)})`);
  if (known.items_sha256 !== itemsSha256)
    told.push(`the items file differs (SHA-256 ${known.items_sha256} there, ${itemsSha256} given)`);
  if (told.length > 0) throw elsewhere(folder, told.join('; '));
}

function describe(there: Configuration, given: Configuration): string {
  const found = differences(there, given);
  if (found.length === 0) return 'it was written by another version of the program';
  const more = found.length > 5 ? `; ${found.length - 5} more` : '';
  return `${found
    .slice(0, 5)
    .map(({ path, left, right }) => `${path}: ${left} there, ${right} given`)
    .join('; ')}${more}`;
}

/** A folder without a binding: new, or of an earlier version. What it holds must fit, or it is refused. */
async function adopt(folder: string, store: FileStore, bound: Bound): Promise<void> {
  const names = new Set(await readdir(folder));
  if (STORES.some((name) => names.has(name))) {
    for (const outcome of names.has('states') ? await store.outcomes() : [])
      refuseMisfit(folder, outcome, bound);
    const kept = await readFile(join(folder, 'configuration.json'), 'utf8').catch(() => null);
    if (names.has('run.json') && kept !== null && kept !== `${canonicalJson(bound.setting.configuration)}\n`)
      throw elsewhere(folder, 'its configuration.json is another');
    return;
  }
  const there = RESULTS.find((name) => names.has(name));
  if (there !== undefined)
    throw new CliError(
      'folder-in-use',
      `The folder holds a ${there} that no run here made. Name another folder.`,
      folder,
    );
}

function refuseMisfit(folder: string, outcome: Outcome, { setting, states, poolOf }: Bound): void {
  if (outcome.rows.some((row) => row.configuration_sha256 !== setting.configurationSha256))
    throw elsewhere(folder, `state ${outcome.state_id} was made by another configuration`);
  const pool = poolOf(outcome.state_id);
  const { length } = outcome.context.pool;
  const fits = states[outcome.index] === outcome.state_id && pool?.size === length;
  if (!fits || outcome.context.pool.some((id) => !pool.has(id)))
    throw elsewhere(folder, `state ${outcome.state_id} is not state ${outcome.index + 1} of the items given`);
}

/** Takes away what a killed process was writing aside; the lock says that nobody is writing now. */
async function sweep(folder: string, left: RegExp): Promise<void> {
  for (const name of await readdir(folder))
    if (left.test(name)) await rm(join(folder, name), { force: true });
}
