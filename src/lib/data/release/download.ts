import type { Progress } from '$lib/serbench/task';
import { sha256 } from '../hash';
import { DownloadFailed, failures } from './download-failed';
import { Held } from './held';
import type { PieceStore } from './pieces';

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
  /** Where bytes wait that arrived before a break. */
  pieces: PieceStore;
  /** Waits before the n-th new attempt (from 1); tests pass none. */
  pause?: (attempt: number) => Promise<void>;
}

/** Breaks that are mended without asking, each by asking for the rest only. */
const ATTEMPTS = 4;
const pauseFor = (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, 500 * 2 ** attempt));

/** What has arrived of files whose pieces the storage refuses, by hash: it lives as long as the page. */
const inMemory = new Map<string, Held>();

/**
 * Fetches a file and gives it only when its size and SHA-256 are right. A broken connection is taken up again by a
 * range request, also in a later visit, or, where the host knows no ranges, by passing over what is already here;
 * progress goes back only when the host turns out to hold another version. Throws DownloadFailed; an abort throws the
 * signal's reason and keeps what has arrived.
 */
export async function download(wanted: Wanted, options: DownloadOptions): Promise<Blob> {
  const held = inMemory.get(wanted.sha256) ?? (await Held.open(wanted, options.pieces));
  inMemory.delete(wanted.sha256);
  for (let last = false; ; last = true) {
    await fetchAll(wanted, held, options);
    options.onProgress({ done: wanted.bytes, total: wanted.bytes, unit: 'bytes', note: 'Checking' });
    const blob = held.blob();
    const found = await sha256(new Uint8Array(await blob.arrayBuffer()));
    options.signal.throwIfAborted();
    const anew = held.joined && !last;
    await held.reset();
    if (found === wanted.sha256) return blob;
    // Put together from answers of different times, it may be of two versions: fetched in one go it tells.
    if (!anew) throw failures.hash(wanted.path, wanted.sha256, found);
  }
}

/** Asks until all bytes are here. What has arrived is kept, unless it is plainly another file's. */
async function fetchAll(wanted: Wanted, held: Held, options: DownloadOptions): Promise<void> {
  for (let attempt = 1; held.size < wanted.bytes; attempt += 1) {
    try {
      await fetchRest(wanted, held, options);
      if (held.size < wanted.bytes) throw failures.cut(wanted, held);
    } catch (error) {
      await held.save();
      if (!held.stored) inMemory.set(wanted.sha256, held);
      options.signal.throwIfAborted();
      if (error instanceof DownloadFailed && error.fault === 'too-long') {
        inMemory.delete(wanted.sha256);
        await held.reset();
      }
      const again = error instanceof DownloadFailed && error.fault === 'cut' && attempt < ATTEMPTS;
      if (!again) throw error;
      await (options.pause ?? pauseFor)(attempt);
      options.signal.throwIfAborted();
    }
  }
}

async function fetchRest(wanted: Wanted, held: Held, { signal, onProgress }: DownloadOptions): Promise<void> {
  const { host } = new URL(wanted.url);
  const asked = held.size;
  const headers: Record<string, string> = asked > 0 ? { Range: `bytes=${asked}-` } : {};
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
    if (asked > 0) throw failures.cut(wanted, held);
    throw failures.network(host, error, asked);
  }
  // A shorter file than what is here: another version, fetched anew.
  const shorter = response.status === 416 && asked > 0;
  if (!shorter && (!response.ok || !response.body)) throw failures.status(host, wanted.path, response.status);
  if (response.headers.get('content-type')?.includes('text/html')) throw failures.page(host, wanted.path);
  if (shorter || held.meets(wanted.url, response.headers.get('etag'))) {
    await response.body?.cancel();
    await held.reset();
    throw failures.cut(wanted, held);
  }
  // Without 206 the file starts anew: pass over what is already here (the hash tells if it differs).
  const skip = response.status === 206 ? 0 : asked;
  if (response.body) await take(response.body, skip, wanted, held, signal, onProgress);
}

const BRACE = 0x7b;

/** Whether a packed file of records comes as its records: what a browser hands over once it has unpacked an answer. */
const isUnpacked = (path: string, first: Uint8Array): boolean => path.endsWith('.gz') && first[0] === BRACE;

/** Adds an answer's bytes, without the first `skip`. */
async function take(
  body: ReadableStream<Uint8Array>,
  skip: number,
  wanted: Wanted,
  held: Held,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const reader = body.getReader();
  let left = skip;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const fresh = value.subarray(Math.min(left, value.length));
      left -= value.length - fresh.length;
      if (fresh.length === 0) continue;
      if (held.size === 0 && isUnpacked(wanted.path, fresh)) {
        throw failures.unpacked(new URL(wanted.url).host, wanted.path);
      }
      held.add(Uint8Array.from(fresh));
      if (held.size > wanted.bytes) throw failures.tooLong(wanted.path, wanted.bytes);
      onProgress({ done: held.size, total: wanted.bytes, unit: 'bytes', note: 'Fetching' });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadFailed) throw error;
    throw failures.cut(wanted, held);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
