import type { Progress } from '$lib/serbench/task';
import { sha256 } from '../hash';
import { BlobCollector } from '../ingest/blob-collector';
import { DownloadFailed, failures } from './download-failed';

/** What to fetch, and what it must turn out to be. */
export interface Wanted {
  /** For messages. */
  path: string;
  url: string;
  bytes: number;
  sha256: string;
}

export interface DownloadOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Waits before the n-th new attempt (from 1); tests pass none. */
  pause?: (attempt: number) => Promise<void>;
}

/** Breaks that are mended without asking, each by asking for the rest only. */
const ATTEMPTS = 4;
const pauseFor = (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, 500 * 2 ** attempt));

/** What has arrived of files that broke off, by URL: asking again goes on from there. */
const partial = new Map<string, BlobCollector>();

/**
 * Fetches a file and gives it only when its size and SHA-256 are right. A broken connection is taken up again by a
 * range request, or, where the host knows no ranges, by passing over what is already here; progress never goes back.
 * Throws DownloadFailed; an abort throws the signal's reason and keeps what has arrived.
 */
export async function download(wanted: Wanted, options: DownloadOptions): Promise<Blob> {
  const held = partial.get(wanted.url) ?? new BlobCollector();
  partial.set(wanted.url, held);
  for (let attempt = 1; held.size < wanted.bytes; attempt += 1) {
    try {
      await fetchRest(wanted, held, options);
      if (held.size < wanted.bytes) throw failures.cut(wanted.path, held.size, wanted.bytes);
    } catch (error) {
      options.signal.throwIfAborted();
      const again = error instanceof DownloadFailed && error.fault === 'cut' && attempt < ATTEMPTS;
      if (!again) {
        if (!(error instanceof DownloadFailed) || !error.resumable) partial.delete(wanted.url);
        throw error;
      }
      await (options.pause ?? pauseFor)(attempt);
      options.signal.throwIfAborted();
    }
  }
  partial.delete(wanted.url);
  const blob = held.take();
  options.onProgress({ done: wanted.bytes, total: wanted.bytes, unit: 'bytes', note: 'Checking' });
  const found = await sha256(new Uint8Array(await blob.arrayBuffer()));
  options.signal.throwIfAborted();
  if (found !== wanted.sha256) throw failures.hash(wanted.path, wanted.sha256, found);
  return blob;
}

async function fetchRest(
  wanted: Wanted,
  held: BlobCollector,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  const { host } = new URL(wanted.url);
  const headers: Record<string, string> = held.size > 0 ? { Range: `bytes=${held.size}-` } : {};
  let response: Response;
  try {
    response = await fetch(wanted.url, {
      signal,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    signal.throwIfAborted();
    // A host may let plain requests through but not the preflight that a range needs.
    if (held.size > 0) throw failures.cut(wanted.path, held.size, wanted.bytes);
    throw failures.network(host, error, held.size);
  }
  if (!response.ok || !response.body) throw failures.status(host, wanted.path, response.status);
  if (response.headers.get('content-type')?.includes('text/html')) throw failures.page(host, wanted.path);
  // Without 206 the file starts anew: pass over what is already here (the hash tells if it differs).
  let skip = response.status === 206 ? 0 : held.size;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const fresh = value.subarray(Math.min(skip, value.length));
      skip -= value.length - fresh.length;
      if (fresh.length === 0) continue;
      held.add(Uint8Array.from(fresh));
      if (held.size > wanted.bytes) throw failures.tooLong(wanted.path, wanted.bytes);
      onProgress({ done: held.size, total: wanted.bytes, unit: 'bytes', note: 'Fetching' });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadFailed) throw error;
    throw failures.cut(wanted.path, held.size, wanted.bytes);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
