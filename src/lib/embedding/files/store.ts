import type { FileEntry, FileSource } from './source';
import { readExactly, verify } from './verify';

const NAME = 'complement-models';

/** Verified copies of model files, kept by the browser. Absent where the browser offers no cache storage or blocks it. */
export async function openStore(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(NAME).catch(() => null) : null;
}

/** Frees all kept model files. */
export async function clearStore(): Promise<boolean> {
  return 'caches' in globalThis ? caches.delete(NAME) : false;
}

/** A kept copy that still fits its entry; anything else is thrown away, never used. */
export async function fromStore(
  store: Cache,
  url: string,
  entry: FileEntry,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const kept = await store.match(url);
  if (!kept?.body) return null;
  try {
    const bytes = await readExactly(kept.body, entry, () => undefined);
    await verify(bytes, entry);
    return bytes;
  } catch {
    await store.delete(url);
    return null;
  }
}

/** Keeps a verified file; false when the browser has no room for it, which costs a download the next time. */
export async function keep(store: Cache, url: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await store.put(url, new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } }));
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  }
}

/** How many bytes of the entries still have to come over the network. */
export async function missingBytes(source: FileSource, entries: readonly FileEntry[]): Promise<number> {
  const store = await openStore();
  let bytes = 0;
  for (const entry of entries) {
    const url = source.cacheUrl(entry);
    if (url === null) continue;
    if (!(await store?.match(url))) bytes += entry.bytes;
  }
  return bytes;
}
