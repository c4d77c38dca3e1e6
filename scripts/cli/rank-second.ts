import { openAsBlob } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve, sep } from 'node:path';
import { memoryStore } from '$lib/embedding/cache/memory';
import { catalogEntry, DEFAULT_TRANSFORMER } from '$lib/embedding/catalog';
import type { FolderFile } from '$lib/embedding/files/folder';
import type { HeldModel } from '$lib/embedding/host/held';
import { openModel } from '$lib/embedding/host/open';
import { pairScoring } from '$lib/embedding/host/pairs';
import type { OpenedModel, Purpose } from '$lib/embedding/host/request';
import { cachedScorer } from '$lib/embedding/second-stage/cached-scorer';
import { cascadeStage } from '$lib/embedding/second-stage/cascade';
import type { PairKind } from '$lib/embedding/second-stage/pair-scorer';
import { pairStage } from '$lib/embedding/second-stage/pair-stage';
import type { SecondStage, StageOptions } from '$lib/embedding/second-stage/stage';
import { WEIGHT_FILES, type Dtype } from '$lib/embedding/transformer/settings';
import { isQueryForm, QUERY_FORMS } from '$lib/retrieval/query-text';
import { quietTask } from '$lib/serbench/task';
import { MODELS } from '../models';
import { CliError } from './options';

/** The second stages by name, and what a model is opened for. */
const SECONDS = {
  cascade: 'vectors',
  'late-interaction': 'vectors',
  'cross-encoder': 'relevance',
  'learned-sparse': 'terms',
} as const satisfies Record<'cascade' | PairKind, Purpose>;
type Second = keyof typeof SECONDS;

export const SECOND_HELP = `    --second NAME puts the leading units in a new order by a model of a folder: ${Object.keys(SECONDS).join(', ')};
    with --model FOLDER (${MODELS}/${DEFAULT_TRANSFORMER} for the first two), --dtype ${Object.keys(WEIGHT_FILES).join('|')}, --leading N|pool,
    --form ${Object.keys(QUERY_FORMS).join('|')}.`;

export const SECOND_OPTIONS = ['second', 'model', 'dtype', 'leading', 'form'] as const;
export type SecondOptions = Partial<Record<(typeof SECOND_OPTIONS)[number], string>>;

const isSecond = (name: string): name is Second => Object.hasOwn(SECONDS, name);
const isDtype = (name: string): name is Dtype => Object.hasOwn(WEIGHT_FILES, name);

/** The second stage that the options name, its model opened and checked; null when they name none. */
export async function readSecond({
  second,
  model,
  dtype = 'int8',
  leading,
  form = 'dense',
}: SecondOptions): Promise<SecondStage | null> {
  if (second === undefined) {
    if (model !== undefined || leading !== undefined)
      throw new CliError('usage', '--model and --leading belong to --second.');
    return null;
  }
  if (!isSecond(second))
    throw new CliError('usage', `--second is one of ${Object.keys(SECONDS).join(', ')}.`);
  if (!isDtype(dtype))
    throw new CliError('usage', `--dtype is one of ${Object.keys(WEIGHT_FILES).join(', ')}.`);
  if (!isQueryForm(form))
    throw new CliError('usage', `--form is one of ${Object.keys(QUERY_FORMS).join(', ')}.`);
  const units = leading === undefined ? undefined : leading === 'pool' ? Infinity : Number(leading);
  if (units !== undefined && units !== Infinity && !(Number.isInteger(units) && units >= 1))
    throw new CliError('usage', '--leading takes an integer from 1 on, or pool.');
  const options: Partial<StageOptions> = { form, ...(units === undefined ? {} : { leading: units }) };
  const folder = model ?? (SECONDS[second] === 'vectors' ? join(MODELS, DEFAULT_TRANSFORMER) : undefined);
  if (folder === undefined) throw new CliError('usage', `--second ${second} needs --model FOLDER.`);
  const { held, opened } = await openFolder(folder, SECONDS[second], dtype);
  return stageOf(second, held, opened, options);
}

function stageOf(
  second: Second,
  held: HeldModel,
  { identity, prefix }: OpenedModel,
  options: Partial<StageOptions>,
): SecondStage {
  if (second === 'cascade') {
    if (held.kind === 'static' || held.kind === 'encoder') return cascadeStage(held.encoder, options);
    throw new CliError('model', `${identity.model} gives no vectors.`);
  }
  if (held.kind === 'static')
    throw new CliError('model', `${identity.model} is static: --second ${second} needs a transformer.`);
  const scorer = { kind: second, identity, prefix, listwise: false, score: pairScoring(held) };
  // As on the page, where scores are kept: the same digits decide.
  return pairStage(cachedScorer(scorer, memoryStore()), options);
}

/** Opens a model folder of the disk for a purpose, its notes told on the error stream. Fails with a `CliError`. */
export async function openFolder(
  path: string,
  purpose: Purpose,
  dtype: Dtype,
): Promise<{ held: HeldModel; opened: OpenedModel }> {
  const root = resolve(path);
  const found = await stat(root).catch(() => null);
  if (!found?.isDirectory()) throw new CliError('model', 'There is no such folder.', path);
  const name = basename(root);
  const files: FolderFile[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const inside = relative(root, file).split(sep).join('/');
    files.push({ path: `${name}/${inside}`, blob: await openAsBlob(file) });
  }
  const wasm = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
  const url = `data:application/wasm;base64,${(await readFile(wasm)).toString('base64')}`;
  try {
    const entry = catalogEntry(name)?.id ?? null;
    const request = {
      purpose,
      origin: { kind: 'folder' as const, files },
      entry,
      dtype,
      device: 'wasm' as const,
    };
    const { model: held, opened } = await openModel(request, { wasm: url, webgpu: url }, quietTask());
    for (const message of opened.notes)
      console.error(
        JSON.stringify({ file: path, line: 0, path: '', code: 'model-note', value: '', message }),
      );
    return { held, opened };
  } catch (error) {
    throw new CliError('model', error instanceof Error ? error.message : String(error), path);
  }
}
