import { supervise, type Supervised } from '$lib/worker/supervise';
import type { OverlayApi } from '$workers/overlay.worker';

/** The worker that computes on the reader's data; one a component, disposed with it. */
export const startOverlay = (): Supervised<OverlayApi> =>
  supervise<OverlayApi>(
    () =>
      new Worker(new URL('$workers/overlay.worker.ts', import.meta.url), { type: 'module', name: 'overlay' }),
    { name: 'overlay' },
  );
