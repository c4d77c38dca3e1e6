import type { Task } from '$lib/serbench/task';
import type { Encoded, LocalEncoder, TextKind, VectorIdentity } from '../encoder';
import type { OpenedModel, OpenRequest } from '../host/request';
import { planCalls } from './chunks';
import { ModelWorkers, type ModelWorker } from './model-workers';

/** An encoder whose work is done by one or more workers, each holding the same model. */
export class WorkerEncoder implements LocalEncoder {
  readonly opened: OpenedModel;
  readonly identity: VectorIdentity;
  readonly dimensions: number;
  readonly prefix: Readonly<Record<TextKind, string>>;

  constructor(readonly workers: ModelWorkers) {
    this.opened = workers.opened;
    this.identity = workers.opened.identity;
    this.dimensions = workers.opened.dimensions;
    this.prefix = workers.opened.prefix;
  }

  static async open(
    startWorker: () => ModelWorker,
    request: OpenRequest,
    count: number,
    task: Pick<Task, 'signal' | 'progress'>,
  ): Promise<WorkerEncoder> {
    return new WorkerEncoder(await ModelWorkers.open(startWorker, request, count, task));
  }

  async encode(texts: readonly string[], kind: TextKind, task: Task): Promise<Encoded> {
    const { dimensions } = this;
    const vectors = new Float32Array(texts.length * dimensions);
    let done = 0;
    let tokens: number | null = 0;
    let cut = 0;
    const read = async (worker: ModelWorker, call: number[], signal: AbortSignal): Promise<void> => {
      const part = await worker.call('encode', [call.map((i) => texts[i] ?? ''), kind], { signal });
      call.forEach((i, row) => {
        vectors.set(part.vectors.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions);
      });
      tokens = tokens === null || part.tokens === null ? null : tokens + part.tokens;
      cut += part.cut;
      done += call.length;
      task.progress({ done, total: texts.length, unit: 'texts' });
    };
    await this.workers.share(planCalls(texts), read, task.signal);
    return { vectors, dimensions, tokens, cut };
  }

  async tokenIds(texts: readonly string[], kind: TextKind, task: Task): Promise<number[][]> {
    const worker = await this.workers.first(task.signal);
    return worker.call('tokenIds', [[...texts], kind], { signal: task.signal });
  }

  dispose(): Promise<void> {
    this.workers.dispose();
    return Promise.resolve();
  }
}
