import type { Task } from '../task';
import { gunzipMembers } from './gunzip-members';
import { gunzipNative } from './gunzip-native';
import { isPlain, isReopenable, readPieces, type ByteSource, type ReopenableSource } from './source';

const PROGRESS_BYTES = 1 << 20;

/**
 * The bytes of a file, inflated when it starts with gzip's magic bytes (whatever its name), with progress in bytes of
 * the file as given. Throws a `FileError` for cut, damaged or trailing data.
 *
 * A file that can be opened again goes the fast, native way first; when that way fails, or ends with a length other
 * than the file's last member says (Node joins members in silence, browsers do not), the file is read again the
 * careful way, from the first byte not yet handed on.
 */
export async function* decompress(source: ByteSource, task: Task): AsyncGenerator<Uint8Array, void, void> {
  if (isPlain(source)) return yield* source.plain();
  const total = isReopenable(source) ? (source.size ?? null) : null;
  const open = (stream: ReadableStream<Uint8Array>) => counted(readPieces(stream), total, task);
  const pieces = open(isReopenable(source) ? source.stream() : source);
  const { head, isGzip } = await sniff(pieces);
  const all = chain(head, pieces);
  if (!isGzip) yield* all;
  else if (isReopenable(source)) yield* inflateTwice(all, source, open);
  else yield* gunzipMembers(all);
}

async function* inflateTwice(
  pieces: AsyncGenerator<Uint8Array, void, void>,
  source: ReopenableSource,
  open: (stream: ReadableStream<Uint8Array>) => AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  let handed = 0;
  const tail = { bytes: new Uint8Array(0) };
  try {
    for await (const chunk of gunzipNative(lastBytes(pieces, tail))) {
      handed += chunk.length;
      yield chunk;
    }
    if (storedLength(tail.bytes) === handed % 2 ** 32) return;
  } catch {
    // The careful way below finds out what is wrong, if anything is.
  }
  let skip = handed;
  for await (const chunk of gunzipMembers(open(source.stream()))) {
    if (skip < chunk.length) yield chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
  }
}

/** Passes pieces on and keeps a copy of the last four bytes: gzip's length of the last member. */
async function* lastBytes(pieces: AsyncGenerator<Uint8Array, void, void>, tail: { bytes: Uint8Array }) {
  for await (const piece of pieces) {
    tail.bytes = Uint8Array.from([...tail.bytes, ...piece.subarray(-4)]).slice(-4);
    yield piece;
  }
}

const storedLength = (bytes: Uint8Array): number =>
  bytes.length < 4 ? -1 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);

async function sniff(pieces: AsyncGenerator<Uint8Array, void, void>) {
  const head: Uint8Array[] = [];
  const start: number[] = [];
  while (start.length < 2) {
    const { done, value } = await pieces.next();
    if (done) break;
    head.push(value);
    start.push(...value.subarray(0, 2));
  }
  return { head, isGzip: start[0] === 0x1f && start[1] === 0x8b };
}

async function* chain(
  head: Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* head;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* counted(
  pieces: AsyncGenerator<Uint8Array, void, void>,
  total: number | null,
  task: Task,
): AsyncGenerator<Uint8Array, void, void> {
  let done = 0;
  let told = 0;
  for await (const piece of pieces) {
    done += piece.length;
    if (done - told >= PROGRESS_BYTES) {
      told = done;
      task.progress({ done, total, unit: 'bytes', note: 'Reading' });
    }
    yield piece;
  }
  task.progress({ done, total, unit: 'bytes', note: 'Reading' });
}
