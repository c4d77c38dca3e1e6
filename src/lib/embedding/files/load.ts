import type { Task } from '$lib/serbench/task';
import type { FileEntry, FileSource } from './source';
import { fromStore, keep, openStore } from './store';
import { readExactly, verify } from './verify';

/** The bytes of a model's files by path, and what the user should know about how they came. */
export interface LoadedFiles {
  files: Map<string, Uint8Array<ArrayBuffer>>;
  notes: string[];
}

/**
 * Brings the entries in, from the browser's verified copies or from the source. Nothing is kept unless status,
 * size and hash fit. Progress counts the entries' bytes, from 0 to their sum, never backwards.
 */
export async function loadFiles(
  source: FileSource,
  entries: readonly FileEntry[],
  task: Task,
  openCache: () => Promise<Cache | null> = openStore,
): Promise<LoadedFiles> {
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const notes: string[] = [];
  const store = await openCache();
  let before = 0;
  for (const entry of entries) {
    await task.checkpoint();
    const url = source.cacheUrl(entry);
    const kept = store === null || url === null ? null : await fromStore(store, url, entry);
    files.set(entry.path, kept ?? (await fetchEntry(entry)));
    before += entry.bytes;
    report(before);

    async function fetchEntry(wanted: FileEntry): Promise<Uint8Array<ArrayBuffer>> {
      let got = 0;
      const stream = await source.open(wanted, task.signal);
      const bytes = await readExactly(stream, wanted, (more) => {
        got += more;
        report(before + got);
      });
      await verify(bytes, wanted);
      if (store !== null && url !== null && !(await keep(store, url, bytes))) {
        notes.push(`The browser has no room to keep ${wanted.path}; it will be fetched again next time.`);
      }
      return bytes;
    }
  }
  return { files, notes };

  function report(done: number) {
    task.progress({ done, total, unit: 'bytes', note: source.name });
  }
}
