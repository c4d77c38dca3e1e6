import { Inflate, Zip, ZipDeflate } from 'fflate';
import { BUNDLE_FILES, type BundleFile } from '$lib/complement/export/bundle';
import { zipTime } from '$lib/zip-time';
import { crc32 } from './crc32';
import { zipEntries, ZipFault, type ZipEntry } from './zip-entries';

/** Bytes that an export may take, packed and unpacked: a string of more cannot be held. */
const LARGEST = 500_000_000;
const STEP = 1 << 16;

/** Packs the pieces of a bundle as they come; holds the compressed bytes only. */
export async function zipPieces(pieces: AsyncIterable<{ file: BundleFile; text: string }>): Promise<Blob> {
  const parts: BlobPart[] = [];
  let broken = null as Error | null;
  const zip = new Zip((error, chunk) => {
    if (error) broken = error;
    else parts.push(new Uint8Array(chunk));
  });
  let open = null as { file: BundleFile; entry: ZipDeflate } | null;
  const encoder = new TextEncoder();
  for await (const { file, text } of pieces) {
    if (open?.file !== file) {
      open?.entry.push(new Uint8Array(), true);
      const entry: ZipDeflate = new ZipDeflate(file, { level: 6 });
      entry.mtime = zipTime();
      zip.add(entry);
      open = { file, entry };
    }
    open.entry.push(encoder.encode(text));
    if (broken) throw broken;
  }
  open?.entry.push(new Uint8Array(), true);
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

/**
 * The texts of an exported bundle; only its own files are unpacked. Rejects with a ZipFault that names the file for
 * what is damaged (checksum, size), encrypted, doubled or not UTF-8, or takes more than `largest` bytes in all.
 */
export async function unzipBundle(blob: Blob, largest = LARGEST): Promise<Map<string, string>> {
  const tooLarge = () =>
    new ZipFault(`The zip takes more than ${largest / 1e6} MB: no exported run does. Choose another file.`);
  if (blob.size > largest) throw tooLarge();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const wanted = (name: string) => BUNDLE_FILES.some((file) => file === name);
  const entries = zipEntries(bytes, wanted);
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > largest) throw tooLarge();
  const texts = new Map(entries.map((entry) => [entry.name, textOf(bytes, entry)]));
  for (const file of BUNDLE_FILES.slice(0, 3))
    if (!texts.has(file)) throw new ZipFault(`The zip holds no ${file}: it is no exported run.`);
  // A run without a scored state has neither.
  for (const file of BUNDLE_FILES.slice(3)) if (!texts.has(file)) texts.set(file, '');
  return texts;
}

/** Unpacks a file piece by piece, and stops as soon as it grows beyond the size that the zip states. */
function textOf(bytes: Uint8Array, { name, method, crc, packed, size, start }: ZipEntry): string {
  const damaged = (what: string) =>
    new ZipFault(`The zip is damaged: ${name} ${what}. Export or download it again.`);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, sum, length] = ['', 0, 0];
  const take = (chunk: Uint8Array, last: boolean) => {
    length += chunk.length;
    if (length > size) throw damaged('is longer than the zip states');
    sum = crc32(chunk, sum);
    try {
      text += decoder.decode(chunk, { stream: !last });
    } catch {
      throw new ZipFault(`${name} in the zip is not UTF-8. Export the run again.`);
    }
  };
  const content = bytes.subarray(start, start + packed);
  if (method === 0) take(content, true);
  else inflate(content, take, damaged);
  if (length !== size) throw damaged('is shorter than the zip states');
  if (sum !== crc) throw damaged('does not fit its checksum');
  return text;
}

function inflate(
  content: Uint8Array,
  take: (chunk: Uint8Array, last: boolean) => void,
  damaged: (what: string) => ZipFault,
): void {
  // The synchronous form: the other one makes workers from blobs, which the site's policy forbids.
  const inflater = new Inflate(take);
  try {
    for (let at = 0; at < content.length || at === 0; at += STEP)
      inflater.push(content.subarray(at, at + STEP), at + STEP >= content.length);
  } catch (error) {
    throw error instanceof ZipFault ? error : damaged('cannot be unpacked');
  }
}
