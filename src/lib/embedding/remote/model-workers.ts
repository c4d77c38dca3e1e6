import type { Task } from '$lib/serbench/task';
import type { Supervised } from '$lib/worker/supervise';
import type { EmbedApi } from '../host/api';
import type { OpenedModel, OpenRequest } from '../host/request';

export type ModelWorker = Supervised<EmbedApi>;

/** One or more workers that hold the same model. An idle worker is released and opens it again when next asked. */
export class ModelWorkers {
  /** The worker's start that holds the model. */
  private readonly starts: number[];

  private constructor(
    readonly opened: OpenedModel,
    private readonly request: OpenRequest,
    private readonly workers: readonly ModelWorker[],
  ) {
    this.starts = workers.map(({ starts }) => starts);
  }

  get count(): number {
    return this.workers.length;
  }

  /** Opens the model in every worker; on any failure all of them are closed. Progress is the first worker's. */
  static async open(
    startWorker: () => ModelWorker,
    request: OpenRequest,
    count: number,
    { signal, progress }: Pick<Task, 'signal' | 'progress'>,
  ): Promise<ModelWorkers> {
    const workers = Array.from({ length: count }, startWorker);
    try {
      const [first, ...others] = workers;
      if (first === undefined) throw new Error('At least one worker is needed.');
      // The first fetches; the others then find the verified files in the browser's store.
      const opened = await first.call('open', [request], { signal, onProgress: progress });
      await Promise.all(others.map((worker) => worker.call('open', [request], { signal })));
      return new ModelWorkers(opened, request, workers);
    } catch (error) {
      for (const worker of workers) worker.dispose();
      throw error;
    }
  }

  /** Does `work` once for each job, shared among the workers in the jobs' order; the first failure stops all. */
  async share<Job>(
    jobs: readonly Job[],
    work: (worker: ModelWorker, job: Job, signal: AbortSignal) => Promise<void>,
    outer: AbortSignal,
  ): Promise<void> {
    let next = 0;
    const stop = new AbortController();
    const signal = AbortSignal.any([outer, stop.signal]);
    const drain = async (at: number): Promise<void> => {
      for (let job = jobs[next]; job !== undefined; job = jobs[next]) {
        next += 1;
        await work(await this.ready(at, signal), job, signal);
      }
    };
    try {
      await Promise.all(this.workers.map((_, at) => drain(at)));
    } catch (error) {
      stop.abort();
      throw error;
    }
  }

  /** The first worker, with the model open in it. */
  first(signal: AbortSignal): Promise<ModelWorker> {
    return this.ready(0, signal);
  }

  dispose(): void {
    for (const worker of this.workers) worker.dispose();
  }

  private async ready(at: number, signal: AbortSignal): Promise<ModelWorker> {
    const worker = this.workers[at];
    if (worker === undefined) throw new Error('The model is closed.');
    if (!worker.running || worker.starts !== this.starts[at]) {
      await worker.call('open', [this.request], { signal });
      this.starts[at] = worker.starts;
    }
    return worker;
  }
}
