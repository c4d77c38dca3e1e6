import { z } from 'zod';
import { ModelFileError } from '../errors';
import { readJson } from '../json';
import { bodyOf } from './response';
import type { FileEntry, FileSource } from './source';
import { keep, openStore } from './store';

const Listing = z.object({
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.int().nonnegative(),
      blobId: z.string().optional(),
      lfs: z.object({ sha256: z.string().length(64), size: z.int().nonnegative() }).nullish(),
    }),
  ),
});

export const PUBLIC_HUB = 'https://huggingface.co';

/** `owner/name`, as hubs write it. */
export const isHubId = (id: string): boolean => /^[\w.-]+\/[\w.-]+$/.test(id);

/**
 * A model of a hub with Hugging Face's interface, at one commit: the listing states every file's size and hash, so
 * nothing else is ever taken for it. Where the hub cannot be reached, the list that was read last is taken, so that a
 * model whose files are kept needs no network.
 */
export async function hubSource(
  id: string,
  revision: string,
  hub: string,
  signal: AbortSignal,
  openCache: () => Promise<Cache | null> = openStore,
): Promise<FileSource> {
  if (!isHubId(id)) throw new Error(`"${id}" is not a hub id; write owner/name.`);
  const listed = `${hub}/api/models/${id}/revision/${encodeURIComponent(revision)}?blobs=true`;
  const store = await openCache();
  const bytes = await listing(`the file list of ${id}`, listed, store, signal);
  const { sha, siblings } = readJson(bytes, `the file list of ${id}`, Listing);
  if (store) await keep(store, listed, bytes);
  const url = (path: string) => `${hub}/${id}/resolve/${sha}/${path}`;
  return {
    name: id,
    revision: sha,
    entries: siblings.map(({ rfilename, size, blobId, lfs }): FileEntry => {
      if (lfs) return { path: rfilename, bytes: lfs.size, hash: { kind: 'sha256', hex: lfs.sha256 } };
      return { path: rfilename, bytes: size, hash: blobId ? { kind: 'git-sha1', hex: blobId } : null };
    }),
    remote: true,
    open: (entry, signal) => bodyOf(entry.path, url(entry.path), signal),
    cacheUrl: (entry) => url(entry.path),
  };
}

async function listing(
  what: string,
  url: string,
  store: Cache | null,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const body = await bodyOf(what, url, signal);
    return new Uint8Array(await new Response(body).arrayBuffer());
  } catch (error) {
    // Only an unreachable host has a cause; one that answers with a refusal is believed.
    const unreachable = error instanceof ModelFileError && error.cause !== undefined;
    const kept = unreachable ? await store?.match(url) : undefined;
    if (!kept) throw error;
    return new Uint8Array(await kept.arrayBuffer());
  }
}
