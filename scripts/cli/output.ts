import { lstat, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from './options';

let serial = 0;

/** A name beside `path` that no other process and no other write of this one has. */
export const asideOf = (path: string): string => `${path}.${process.pid}-${(serial += 1)}.part`;

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const cannotWrite = (path: string, error: unknown): CliError =>
  error instanceof CliError
    ? error
    : new CliError('cannot-write', `Writing failed (${reason(error)}). Name another place.`, path);

/** What lies at a path: nothing, a file that may be replaced, or a device or pipe that is written as it is. */
async function placeOf(path: string): Promise<'free' | 'file' | 'device'> {
  const found = await lstat(path).catch(() => null);
  if (!found) return 'free';
  const target = found.isSymbolicLink() ? await stat(path).catch(() => null) : found;
  if (target && !target.isFile() && !target.isDirectory()) return 'device';
  if (found.isSymbolicLink())
    throw new CliError('link', 'This is a link; it is not followed. Name the file itself.', path);
  if (found.isDirectory()) throw new CliError('is-a-folder', 'This is a folder; name a file.', path);
  return 'file';
}

const identity = async (path: string): Promise<string | null> => {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? `${found.dev}:${found.ino}` : null;
};

/**
 * Refuses outputs that cannot be written, and those that are one of the inputs, under whatever name or link: asked
 * before any work is done.
 */
export async function checkOutputs(
  outputs: readonly string[],
  inputs: readonly (string | undefined)[],
): Promise<void> {
  const read = new Map<string, string>();
  for (const path of inputs) {
    const id = path === undefined ? null : await identity(path);
    if (id !== null && path !== undefined) read.set(id, path);
  }
  for (const path of outputs) {
    const same = read.get((await identity(path)) ?? '');
    if (same !== undefined)
      throw new CliError(
        'output-is-input',
        `This would overwrite ${same}, which is read. Name another place.`,
        path,
      );
    await placeOf(path);
  }
}

/** Files that are written aside and take their places together, or not at all. */
export class StagedFiles {
  readonly #parts = new Map<string, string>();

  /** Appends text to what shall become the file at `path`. */
  async add(path: string, text: string): Promise<void> {
    try {
      const known = this.#parts.get(path);
      if (known !== undefined) return await writeFile(known, text, { flag: 'a' });
      await mkdir(dirname(path), { recursive: true });
      const part = (await placeOf(path)) === 'device' ? path : asideOf(path);
      this.#parts.set(path, part);
      await writeFile(part, text, part === path ? {} : { flag: 'wx' });
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }

  /** Puts every file in its place. Where one cannot go, files that were not there before are taken away again. */
  async commit(): Promise<void> {
    const made: string[] = [];
    for (const [path, part] of this.#parts) {
      try {
        if (part === path) continue;
        const before = await placeOf(path);
        await rename(part, path);
        if (before === 'free') made.push(path);
      } catch (error) {
        for (const done of made) await rm(done, { force: true });
        throw cannotWrite(path, error);
      }
    }
    this.#parts.clear();
  }

  /** Takes away what was written aside and has not taken its place. */
  async discard(): Promise<void> {
    for (const [path, part] of this.#parts) if (part !== path) await rm(part, { force: true });
    this.#parts.clear();
  }
}

/** Writes texts so that all files are there, whole, or none; a `CliError` names the path that cannot be written. */
export async function writeAll(files: readonly (readonly [path: string, text: string])[]): Promise<void> {
  const staged = new StagedFiles();
  try {
    for (const [path, text] of files) await staged.add(path, text);
    await staged.commit();
  } finally {
    await staged.discard();
  }
}

/** Writes one text, making the folder where it is missing. */
export const writeText = (path: string, text: string): Promise<void> => writeAll([[path, text]]);
