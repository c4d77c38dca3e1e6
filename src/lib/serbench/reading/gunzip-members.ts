import { Gunzip } from 'fflate';
import { crc32 } from './crc32';
import { FileError } from './file-error';

const FOOTER = 8;
/** Bytes that fflate wants before it judges whether a member begins. */
const SHORTEST_HEAD = 19;
const le32 = (value: number) => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];

const damaged = (member: number) =>
  new FileError(
    'gzip-damaged',
    `Checksum or length of gzip member ${member} do not match: the file is damaged. Fetch or write it again.`,
  );
const trailing = () =>
  new FileError(
    'gzip-trailing',
    `After the gzip data follow bytes that are no gzip. Remove them, or write the file again.`,
  );
const cut = () =>
  new FileError('gzip-truncated', 'The gzip data ends too early: the file is cut. Fetch or write it again.');

/**
 * Inflates gzip data of any number of joined members and checks each one's CRC-32 and length. Slower than the
 * platform's `DecompressionStream`, which in browsers refuses a second member. Throws a `FileError` for cut or damaged
 * data and for bytes after the last member that are no gzip.
 */
export async function* gunzipMembers(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let ready: Uint8Array[] = [];
  let crc = 0;
  let length = 0;
  let member = 1;
  let fed = 0;
  // The last compressed bytes: a member's footer can be split between two pieces.
  let tail = new Uint8Array(0);
  const gunzip = new Gunzip((bytes) => {
    if (bytes.length === 0) return;
    crc = crc32(bytes, crc);
    length = (length + bytes.length) >>> 0;
    ready.push(bytes);
  });
  const footer = () => [...le32(crc), ...le32(length)];
  gunzip.onmember = (start) => {
    const end = tail.length - (fed - start);
    if (!equal(tail.subarray(end - FOOTER, end), footer())) throw damaged(member);
    member += 1;
    crc = 0;
    length = 0;
  };
  const push = (piece: Uint8Array, last: boolean) => {
    try {
      gunzip.push(piece, last);
    } catch (error) {
      throw translate(error, member, member > 1 || length > 0);
    }
  };
  for await (const piece of pieces) {
    fed += piece.length;
    tail = joined(tail.subarray(-2 * FOOTER - 64), piece);
    push(piece, false);
    yield* ready;
    ready = [];
  }
  push(new Uint8Array(0), true);
  yield* ready;
  const expected = footer();
  if (equal(tail.subarray(-FOOTER), expected)) return;
  for (let have = FOOTER - 1; have > 0; have -= 1) {
    if (equal(tail.subarray(-have), expected.slice(0, have))) throw cut();
  }
  // Too few bytes to be told from a member's beginning by the inflater.
  for (let stray = 1; stray < SHORTEST_HEAD; stray += 1) {
    if (equal(tail.subarray(-FOOTER - stray, -stray), expected)) throw trailing();
  }
  throw damaged(member);
}

function translate(error: unknown, member: number, hasMember: boolean): unknown {
  if (error instanceof FileError) return error;
  const message = error instanceof Error ? error.message : '';
  if (message.includes('unexpected EOF')) return cut();
  if (hasMember && message.includes('invalid gzip data')) {
    return trailing();
  }
  return new FileError(
    'gzip-damaged',
    `Member ${member} is no valid gzip data (${message}). Fetch or write the file again.`,
  );
}

const equal = (a: Uint8Array, b: readonly number[]) =>
  a.length === b.length && b.every((byte, i) => a[i] === byte);

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
