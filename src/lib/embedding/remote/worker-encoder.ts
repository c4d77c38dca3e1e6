import type { TokenVectors } from '$lib/retrieval/rankers/late-interaction';
import type { Task } from '$lib/serbench/task';
import type { Supervised } from '$lib/worker/supervise';
import type { Encoded, LocalEncoder, TextKind, VectorIdentity } from '../encoder';
import type { EmbedApi } from '../host/api';
import type { OpenedModel, OpenRequest } from '../host/request';
import { planCalls } from './chunks';

type Worker = Supervised<EmbedApi>;

/** An encoder whose work is done by one or more workers, each holding the same model. */
export class WorkerEncoder implements LocalEncoder {
  readonly identity: VectorIdentity;
  readonly dimensions: number;
  readonly prefix: Readonly<Record<TextKind, string>>;
  /** The worker's start that holds the model; an idle worker is released and must open it again. */
  private readonly starts: number[];

  private constructor(
    readonly opened: OpenedModel,
    private readonly request: OpenRequest,
    private readonly workers: readonly Worker[],
  ) {
    this.identity = opened.identity;
    this.dimensions = opened.dimensions;
    this.prefix = opened.prefix;
    this.starts = workers.map(({ starts }) => starts);
  }

  /** Opens the model in every worker; on any failure all of them are closed. Progress is the first worker's. */
  static async open(
    startWorker: () => Worker,
    request: OpenRequest,
    count: number,
    task: Pick<Task, 'signal' | 'progress'>,
  ): Promise<WorkerEncoder> {
    const workers = Array.from({ length: count }, startWorker);
    const { signal, progress } = task;
    try {
      const [first, ...others] = workers;
      if (first === undefined) throw new Error('At least one worker is needed.');
      // The first fetches; the others then find the verified files in the browser's store.
      const opened = await first.call('open', [request], { signal, onProgress: progress });
      await Promise.all(others.map((worker) => worker.call('open', [request], { signal })));
      return new WorkerEncoder(opened, request, workers);
    } catch (error) {
      for (const worker of workers) worker.dispose();
      throw error;
    }
  }

  async encode(texts: readonly string[], kind: TextKind, task: Task): Promise<Encoded> {
    const { dimensions } = this;
    const vectors = new Float32Array(texts.length * dimensions);
    const calls = planCalls(texts);
    let next = 0;
    let done = 0;
    let tokens: number | null = 0;
    let cut = 0;
    const stop = new AbortController();
    const signal = AbortSignal.any([task.signal, stop.signal]);
    const drain = async (at: number): Promise<void> => {
      for (let call = calls[next]; call !== undefined; call = calls[next]) {
        next += 1;
        const worker = await this.ready(at, signal);
        const part = await worker.call('encode', [call.map((i) => texts[i] ?? ''), kind], { signal });
        call.forEach((i, row) => {
          vectors.set(part.vectors.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions);
        });
        tokens = tokens === null || part.tokens === null ? null : tokens + part.tokens;
        cut += part.cut;
        done += call.length;
        task.progress({ done, total: texts.length, unit: 'texts' });
      }
    };
    try {
      await Promise.all(this.workers.map((_, at) => drain(at)));
    } catch (error) {
      stop.abort();
      throw error;
    }
    return { vectors, dimensions, tokens, cut };
  }

  async tokenIds(texts: readonly string[], kind: TextKind, task: Task): Promise<number[][]> {
    const worker = await this.ready(0, task.signal);
    return worker.call('tokenIds', [[...texts], kind], { signal: task.signal });
  }

  /** Token vectors for late interaction; rejects for static models. */
  async tokenVectors(texts: readonly string[], kind: TextKind, task: Task): Promise<TokenVectors[]> {
    const worker = await this.ready(0, task.signal);
    return worker.call('tokenVectors', [[...texts], kind], {
      signal: task.signal,
      onProgress: task.progress,
    });
  }

  dispose(): Promise<void> {
    for (const worker of this.workers) worker.dispose();
    return Promise.resolve();
  }

  private async ready(at: number, signal: AbortSignal): Promise<Worker> {
    const worker = this.workers[at];
    if (worker === undefined) throw new Error('The encoder is closed.');
    if (!worker.running || worker.starts !== this.starts[at]) {
      await worker.call('open', [this.request], { signal });
      this.starts[at] = worker.starts;
    }
    return worker;
  }
}
