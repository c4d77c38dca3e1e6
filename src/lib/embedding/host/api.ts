import type { Task } from '$lib/serbench/task';
import { transfer } from '$lib/worker/transfer';
import type { Encoded, LocalEncoder, TextKind } from '../encoder';
import type { RuntimeUrls } from './checked';
import { openModel } from './open';
import { planOpen } from './plan';
import type { OpenedModel, OpenPlan, OpenRequest } from './request';

/** What a worker offers that holds one model. Another model needs another worker: memory comes back only with it. */
export function embedApi(urls: RuntimeUrls) {
  let held: Promise<LocalEncoder> | null = null;
  const model = (): Promise<LocalEncoder> =>
    held ?? Promise.reject(new Error('No model is open in this worker.'));
  return {
    plan: (task: Task, request: OpenRequest): Promise<OpenPlan> => planOpen(request, task.signal),
    open: async (task: Task, request: OpenRequest): Promise<OpenedModel> => {
      if (held !== null)
        throw new Error('This worker holds a model already; a new model needs a new worker.');
      const opening = openModel(request, urls, task);
      held = opening.then(({ encoder }) => encoder);
      try {
        return (await opening).opened;
      } catch (error) {
        held = null;
        throw error;
      }
    },
    encode: async (task: Task, texts: readonly string[], kind: TextKind): Promise<Encoded> => {
      const encoded = await (await model()).encode(texts, kind, task);
      return transfer(encoded, [encoded.vectors.buffer as ArrayBuffer]);
    },
    tokenIds: async (task: Task, texts: readonly string[], kind: TextKind): Promise<number[][]> =>
      (await model()).tokenIds(texts, kind, task),
  };
}

export type EmbedApi = ReturnType<typeof embedApi>;
