/** A file of a zip as its central directory has it. Sizes in bytes. */
export interface ZipEntry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Where the packed bytes begin. */
  start: number;
}

/** A zip that cannot be taken; names the file in it, and says what to do. */
export class ZipFault extends Error {
  override name = 'ZipFault';
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
/** The general purpose flag of an entry that is encrypted. */
const ENCRYPTED = 1;

const damaged = (what: string) => new ZipFault(`The zip is damaged: ${what}. Export or download it again.`);

/**
 * The entries of a zip, by its central directory. Throws a ZipFault for what is no zip, is cut, is split over disks,
 * uses 64-bit sizes, is encrypted, or has a name twice. Names that are not wanted are only listed, not judged.
 */
export function zipEntries(bytes: Uint8Array, wanted: (name: string) => boolean): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (view.getUint16(end + 4, true) !== 0 || count === 0xffff || at === 0xffffffff)
    throw new ZipFault('This zip is split or over 4 GB: no exported run is. Choose the export itself.');
  const entries = new Map<string, ZipEntry>();
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) throw damaged('its list of files is cut');
    const nameLength = view.getUint16(at + 28, true);
    const name = nameOf(bytes.subarray(at + 46, at + 46 + nameLength));
    if (name !== null && wanted(name)) {
      if (entries.has(name)) throw damaged(`it holds ${name} twice`);
      entries.set(name, entryAt(view, at, name));
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return [...entries.values()];
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_LENGTH - LONGEST_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new ZipFault('This is no zip, or it is cut. Choose the zip of an exported run.');
}

function entryAt(view: DataView, at: number, name: string): ZipEntry {
  if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0)
    throw new ZipFault(`${name} in the zip is encrypted. Unpack it, and pack it again without a password.`);
  const method = view.getUint16(at + 10, true);
  if (method !== 0 && method !== 8)
    throw new ZipFault(`${name} in the zip is packed by method ${method}. Pack it again by "deflate".`);
  const local = view.getUint32(at + 42, true);
  const packed = view.getUint32(at + 20, true);
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL)
    throw damaged(`${name} is not where its list says`);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > view.byteLength) throw damaged(`${name} is cut`);
  return {
    name,
    method,
    crc: view.getUint32(at + 16, true),
    packed,
    size: view.getUint32(at + 24, true),
    start,
  };
}

/** A name as text, or null when it is no UTF-8: then it is none that is wanted. */
function nameOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
