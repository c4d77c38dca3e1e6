import { z } from 'zod';
import { readJson } from '../json';
import { bodyOf } from './response';
import type { FileEntry, FileSource } from './source';

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
 * nothing else is ever taken for it.
 */
export async function hubSource(
  id: string,
  revision: string,
  hub: string,
  signal: AbortSignal,
): Promise<FileSource> {
  if (!isHubId(id)) throw new Error(`"${id}" is not a hub id; write owner/name.`);
  const listed = `${hub}/api/models/${id}/revision/${encodeURIComponent(revision)}?blobs=true`;
  const body = await bodyOf(`the file list of ${id}`, listed, signal);
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  const { sha, siblings } = readJson(bytes, `the file list of ${id}`, Listing);
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
