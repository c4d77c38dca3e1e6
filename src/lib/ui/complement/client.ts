import { base } from '$app/paths';
import { supervise } from '$lib/worker/supervise';
import type { ComplementApi } from '$workers/complement.worker';

/** The worker that runs states and batches. It is kept: a batch goes on while other pages are open. */
export const complementWorker = supervise<ComplementApi>(
  () =>
    new Worker(new URL('$workers/complement.worker.ts', import.meta.url), {
      type: 'module',
      name: 'complement',
    }),
  { name: 'complement', idleMs: 300_000 },
);

/** Absolute URL of the site's root, ending in a slash. */
export const siteRoot = (): string => new URL(`${base}/`, window.location.href).href;

/** A file of this site as a Blob. */
export async function siteFile(path: string): Promise<Blob> {
  const response = await fetch(`${base}/${path}`);
  if (!response.ok) throw new Error(`${path} could not be loaded (HTTP ${response.status}).`);
  return response.blob();
}
