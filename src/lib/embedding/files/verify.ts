import { ModelFileError } from '../errors';
import { sha256Hex, sha1Hex } from '../digest';
import type { FileEntry } from './source';

/** Reads a stream to its end, counting; refuses more or fewer bytes than the entry states. */
export async function readExactly(
  stream: ReadableStream<Uint8Array>,
  entry: FileEntry,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(entry.bytes);
  let at = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    if (at + chunk.length > out.length)
      throw new ModelFileError(entry.path, `more than ${entry.bytes} bytes came.`);
    out.set(chunk, at);
    at += chunk.length;
    onBytes(chunk.length);
  }
  if (at !== out.length)
    throw new ModelFileError(entry.path, `${at} of ${entry.bytes} bytes came; try again.`);
  return out;
}

/** Throws when the bytes are not those that the entry names. */
export async function verify(bytes: Uint8Array<ArrayBuffer>, entry: FileEntry): Promise<void> {
  if (entry.hash === null) return;
  const hex = entry.hash.kind === 'sha256' ? await sha256Hex(bytes) : await gitSha1(bytes);
  if (hex !== entry.hash.hex) {
    throw new ModelFileError(
      entry.path,
      `its hash is ${hex}, not ${entry.hash.hex}: damaged on the way, or changed.`,
    );
  }
}

function gitSha1(bytes: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const blob = new Uint8Array(head.length + bytes.length);
  blob.set(head);
  blob.set(bytes, head.length);
  return sha1Hex(blob);
}
