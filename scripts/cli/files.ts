import { openAsBlob } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TooComplex } from '$lib/retrieval/baselines/too-complex';
import type { Certificate } from '$lib/serbench/certificate';
import { FaultList } from '$lib/serbench/fault';
import type { Prediction } from '$lib/serbench/prediction';
import { readSplitIndex } from '$lib/serbench/reading/items';
import { readCertificates } from '$lib/serbench/reading/labels';
import { readPredictions } from '$lib/serbench/reading/predictions';
import type { SplitIndex } from '$lib/serbench/split-index';
import { quietTask } from '$lib/serbench/task';
import { CliError } from './options';

/** A file to read, by path; a `CliError` names what is wrong with the path. */
export async function openFile(path: string): Promise<Blob> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new CliError('file-missing', 'There is no such file.', path);
  if (!found.isFile()) throw new CliError('not-a-file', 'This is a folder or a device; name a file.', path);
  return openAsBlob(path);
}

/** Writes text, making the folder where it is missing; a `CliError` names a path that cannot be written. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('cannot-write', `Writing failed (${why}). Name another place.`, path);
  }
}

export interface Inputs {
  split: SplitIndex;
  certificates: Map<string, Certificate>;
  predictions: Prediction[];
  faults: FaultList;
}

/** Reads and validates what is given; the faults of all files are listed together. */
export async function readInputs(paths: {
  items: string;
  labels?: string | undefined;
  predictions?: string | undefined;
  allowSubset?: boolean;
}): Promise<Inputs> {
  const faults = new FaultList();
  const task = quietTask();
  const split = await readSplitIndex(await openFile(paths.items), paths.items, faults, task);
  // States that are left out for a fault of theirs would look unknown: the other files are then read by themselves.
  const sound = faults.errors === 0;
  const certificates =
    paths.labels === undefined
      ? new Map<string, Certificate>()
      : await readCertificates(
          await openFile(paths.labels),
          paths.labels,
          faults,
          task,
          sound ? { split } : null,
        );
  const predictions: Prediction[] = [];
  if (paths.predictions !== undefined) {
    const context = sound ? { split, allowSubset: paths.allowSubset } : null;
    const rows = readPredictions(await openFile(paths.predictions), paths.predictions, faults, task, context);
    for await (const row of rows) predictions.push(row);
  }
  return { split, certificates, predictions, faults };
}

/** Prints every fault as one JSON object a line on stderr; whether there are errors. */
export function reportFaults(faults: FaultList): boolean {
  for (const fault of faults.kept) console.error(JSON.stringify(fault));
  const more = faults.total - faults.kept.length;
  if (more > 0)
    console.error(
      JSON.stringify({
        code: 'more-faults',
        count: more,
        message: `${more} more faults are counted, not listed.`,
        kinds: faults.kinds,
      }),
    );
  return faults.errors > 0;
}

/** Refusals that are the input's doing; anything else is our fault and keeps its stack. */
function asCliError(error: unknown): CliError | null {
  if (error instanceof CliError) return error;
  return error instanceof TooComplex ? new CliError('too-complex', error.message) : null;
}

/** Runs a command's body; a refusal becomes one JSON object on stderr and exit code 2. */
export async function guarded(body: () => Promise<number>): Promise<number> {
  try {
    return await body();
  } catch (error) {
    const told = asCliError(error);
    if (!told) throw error;
    const { file, code, message } = told;
    console.error(JSON.stringify({ file, line: 0, path: '', code, value: '', message }));
    return 2;
  }
}
