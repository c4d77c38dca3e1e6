import type { Chance } from '$lib/serbench/lab/deep';
import type { Draft } from '$lib/serbench/lab/draft';
import { supervise } from '$lib/worker/supervise';
import type { LabApi } from '$workers/lab.worker';

const worker = supervise<LabApi>(
  () =>
    new Worker(new URL('$workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab-chance' }),
  { name: 'lab-chance', idleMs: 30_000 },
);

/**
 * The exact chance that random units complete a draft (`blindChance`), counted off the page's thread; null when it
 * is too complex. Rejects with CallCancelled when the signal is aborted.
 */
export const countChance = (
  draft: Draft,
  pool: readonly string[],
  signal: AbortSignal,
): Promise<Chance | null> => worker.call('chance', [draft, pool], { signal });
