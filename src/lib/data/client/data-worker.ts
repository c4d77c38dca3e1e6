import type { DataApi } from '$workers/data.worker';
import { supervise } from '$lib/worker/supervise';

/** Reads, validates, hashes and lays out files. */
export const dataWorker = supervise<DataApi>(
  () => new Worker(new URL('$workers/data.worker.ts', import.meta.url), { type: 'module', name: 'data' }),
  { name: 'data' },
);
