import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { TooComplex } from '$lib/retrieval/baselines/too-complex';
import { UnwritableId } from '$lib/retrieval/formats/export';
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

export { writeText } from './output';

/** SHA-256 of a file's bytes, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
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

/** Every end that is not a success, as what is printed: refusals say what to do, faults of the system name the path. */
function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof TooComplex) return new CliError('too-complex', error.message);
  if (error instanceof UnwritableId) return new CliError('unwritable-id', error.message);
  if (!(error instanceof Error)) return new CliError('internal', String(error));
  const path = 'path' in error && typeof error.path === 'string' ? error.path : '';
  if ('syscall' in error) return new CliError('file-system', error.message, path);
  return new CliError(
    'internal',
    `${error.name}: ${error.message} This is a fault of the program; COMPLEMENT_STACK=1 shows where.`,
  );
}

/** Runs a command's body; whatever it throws becomes one JSON object on stderr and exit code 2. */
export async function guarded(body: () => Promise<number>): Promise<number> {
  try {
    return await body();
  } catch (error) {
    const { file, line, code, message } = asCliError(error);
    console.error(JSON.stringify({ file, line, path: '', code, value: '', message }));
    if (process.env.COMPLEMENT_STACK === '1') console.error(error);
    return 2;
  }
}
