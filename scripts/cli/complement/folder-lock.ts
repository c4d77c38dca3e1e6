import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CliError } from '../options';
import { asideOf } from '../output';
import { printNote } from './notes';

const LOCK = 'lock.json';
const lockSchema = z.object({ pid: z.int().min(1), host: z.string(), since: z.string() });
type Lock = z.infer<typeof lockSchema>;

/** The folders that this process holds: a process with our number that is not us has left its lock behind. */
const held = new Set<string>();

/** Whether the process that wrote a lock is at work, as far as this machine can tell. */
function atWork(lock: Lock, path: string): boolean {
  if (lock.host !== hostname()) return true;
  if (lock.pid === process.pid) return held.has(path);
  try {
    process.kill(lock.pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function readLock(path: string): Promise<Lock | null> {
  try {
    return lockSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** Makes the lock with its whole content in one step; false when there is one. */
async function take(path: string): Promise<boolean> {
  const text = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() });
  const aside = asideOf(path);
  try {
    await writeFile(aside, `${text}\n`, { flag: 'wx' });
    await link(aside, path).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      // A file system without hard links.
      await writeFile(path, `${text}\n`, { flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new CliError('cannot-write', error instanceof Error ? error.message : String(error), path);
  } finally {
    await rm(aside, { force: true });
  }
}

/**
 * Holds a folder for this process, by a file that names process and machine. A lock whose process has ended is taken
 * over, with a note; a live one, or one of another machine, is a `CliError`. The result gives the folder free.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(join(folder, LOCK));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await take(path)) {
      held.add(path);
      return async () => {
        held.delete(path);
        await rm(path, { force: true });
      };
    }
    const lock = await readLock(path);
    if (lock && atWork(lock, path)) throw inUse(lock, path);
    // Of two that find a stale lock, one moves it away; what the other moved was the first one's and goes back.
    const aside = asideOf(path);
    await rename(path, aside).catch(() => undefined);
    const moved = await readLock(aside);
    if (moved && atWork(moved, path)) {
      await link(aside, path).catch(() => undefined);
      await rm(aside, { force: true });
      throw inUse(moved, path);
    }
    await rm(aside, { force: true });
    printNote({
      code: 'stale-lock',
      file: path,
      message: 'A run that ended without saying so held this folder; its lock is taken over.',
    });
  }
  throw new CliError('folder-in-use', 'Other runs keep taking this folder.', folder);
}

const inUse = ({ pid, host, since }: Lock, path: string): CliError =>
  new CliError(
    'folder-in-use',
    `Process ${pid} on ${host} has been running in this folder since ${since}. Wait for its end, or name another folder; if that process is gone, delete this file.`,
    path,
  );
