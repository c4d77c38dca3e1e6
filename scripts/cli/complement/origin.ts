import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { RunOrigin } from '$lib/complement/export/summary';
import { VERSION } from '$lib/version';

/** Where a run of the command line comes from. Its folder keeps no clock, so that the same run gives the same bytes. */
export async function runOrigin(items: string): Promise<RunOrigin> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(items), hash);
  return { items_sha256: hash.digest('hex'), program: VERSION, accessed: null };
}
