import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { makeRelease, type ReleaseShape } from './release';

export interface WrittenFile {
  sha256: string;
  uncompressed_sha256: string;
  records: number;
  bytes: number;
  uncompressed_bytes: number;
}

/** A gzip file whose sums are taken on the way. */
async function gzipFile(path: string) {
  const gzip = createGzip({ level: 6 });
  const packed = createHash('sha256');
  const plain = createHash('sha256');
  const file = createWriteStream(path);
  const sums = { bytes: 0, uncompressed_bytes: 0, records: 0 };
  gzip.on('data', (chunk: Buffer) => {
    packed.update(chunk);
    sums.bytes += chunk.length;
  });
  gzip.pipe(file);
  return {
    async add(line: string) {
      const bytes = Buffer.from(line);
      plain.update(bytes);
      sums.uncompressed_bytes += bytes.length;
      sums.records += 1;
      if (!gzip.write(bytes)) await once(gzip, 'drain');
    },
    async end(): Promise<WrittenFile> {
      gzip.end();
      await finished(file);
      return { sha256: packed.digest('hex'), uncompressed_sha256: plain.digest('hex'), ...sums };
    },
  };
}

/** Writes `<split>/items.jsonl.gz`, `<split>/labels.jsonl.gz` and a `manifest.json` in the release's form. */
export async function writeRelease(out: string, shape: ReleaseShape): Promise<Record<string, WrittenFile>> {
  const folder = join(out, shape.split);
  await mkdir(folder, { recursive: true });
  const items = await gzipFile(join(folder, 'items.jsonl.gz'));
  const labels = await gzipFile(join(folder, 'labels.jsonl.gz'));
  for (const { item, label } of makeRelease(shape)) {
    await items.add(item);
    await labels.add(label);
  }
  const files = {
    [`${shape.split}/items.jsonl.gz`]: await items.end(),
    [`${shape.split}/labels.jsonl.gz`]: await labels.end(),
  };
  await writeFile(
    join(out, 'manifest.json'),
    `${JSON.stringify({ release: 'release-shaped', files }, null, 2)}\n`,
  );
  return files;
}
