import { unzipSync, Zip, ZipDeflate } from 'fflate';
import { BUNDLE_FILES, type BundleFile } from '$lib/complement/export/bundle';
import { zipTime } from '$lib/zip-time';

const LARGEST = 1 << 30;

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

/** The texts of an exported bundle; only its own files are unpacked, and none above a gigabyte. */
export async function unzipBundle(blob: Blob): Promise<Map<string, string>> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const wanted = (name: string) => BUNDLE_FILES.some((file) => file === name);
  // The synchronous form: the other one makes workers from blobs, which the site's policy forbids.
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => wanted(name) && originalSize <= LARGEST,
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const texts = new Map(Object.entries(files).map(([name, data]) => [name, decoder.decode(data)]));
  for (const file of BUNDLE_FILES.slice(0, 3))
    if (!texts.has(file)) throw new Error(`The zip holds no ${file}: it is no exported run.`);
  // A run without a scored state has neither.
  for (const file of BUNDLE_FILES.slice(3)) if (!texts.has(file)) texts.set(file, '');
  return texts;
}
