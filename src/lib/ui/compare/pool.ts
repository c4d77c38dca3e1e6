import type { Progress } from '$lib/serbench/task';
import { sharedCompute, type Compute } from '$lib/statistics/comparison/compute';
import { supervise, type Supervised } from '$lib/worker/supervise';
import type { BootstrapApi } from '$workers/bootstrap.worker';

interface CallHooks {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** Workers that share the pairs of each sheet; the first one also reads files and scores. */
export class ComparePool {
  readonly #workers: Supervised<BootstrapApi>[];

  constructor(size: number) {
    this.#workers = Array.from({ length: size }, (_, i) =>
      supervise<BootstrapApi>(
        () =>
          new Worker(new URL('$workers/bootstrap.worker.ts', import.meta.url), {
            type: 'module',
            name: `bootstrap-${i}`,
          }),
        { name: `bootstrap-${i}` },
      ),
    );
  }

  get first(): Supervised<BootstrapApi> {
    const [first] = this.#workers;
    if (!first) throw new Error('The pool has no worker.');
    return first;
  }

  /** Computes sheets on all workers; the first worker's progress stands for all. */
  compute({ signal, onProgress }: CallHooks): Compute {
    return sharedCompute(
      this.#workers.map(
        (worker, i) => (request) =>
          worker.call('compute', [request], i === 0 ? { signal, onProgress } : { signal }),
      ),
    );
  }

  dispose(): void {
    for (const worker of this.#workers) worker.dispose();
  }
}

/** One core stays with the page; more than four workers gain little. */
export const poolSize = (cores: number): number => Math.max(1, Math.min(4, cores - 1));
