import type { Task } from '$lib/serbench/task';
import { transfer } from '$lib/worker/transfer';
import type { Encoded, LocalEncoder, TextKind } from '../encoder';
import type { RuntimeUrls } from './checked';
import type { HeldModel } from './held';
import { openModel } from './open';
import { pairScoring } from './pairs';
import { planOpen } from './plan';
import type { OpenedModel, OpenPlan, OpenRequest } from './request';

/** What a worker offers that holds one model. Another model needs another worker: memory comes back only with it. */
export function embedApi(urls: RuntimeUrls) {
  let held: Promise<HeldModel> | null = null;
  let scoring: ReturnType<typeof pairScoring> | null = null;
  const model = (): Promise<HeldModel> =>
    held ?? Promise.reject(new Error('No model is open in this worker.'));
  const encoder = async (): Promise<LocalEncoder> => {
    const open = await model();
    if (open.kind === 'static' || open.kind === 'encoder') return open.encoder;
    throw new TypeError(`The open model gives ${open.kind}, not vectors.`);
  };
  return {
    plan: (task: Task, request: OpenRequest): Promise<OpenPlan> => planOpen(request, task.signal),

    open: async (task: Task, request: OpenRequest): Promise<OpenedModel> => {
      if (held !== null)
        throw new Error('This worker holds a model already; a new model needs a new worker.');
      const opening = openModel(request, urls, task);
      held = opening.then((result) => result.model);
      // The failure is reported below; this second promise must not count as unhandled.
      held.catch(() => undefined);
      try {
        return (await opening).opened;
      } catch (error) {
        held = null;
        throw error;
      }
    },

    encode: async (task: Task, texts: readonly string[], kind: TextKind): Promise<Encoded> => {
      const encoded = await (await encoder()).encode(texts, kind, task);
      return transfer(encoded, [encoded.vectors.buffer as ArrayBuffer]);
    },

    tokenIds: async (task: Task, texts: readonly string[], kind: TextKind): Promise<number[][]> =>
      (await encoder()).tokenIds(texts, kind, task),

    /** Relevances, MaxSim or products of expanded terms: whichever the open model gives. */
    scorePairs: async (task: Task, query: string, documents: readonly string[]): Promise<number[]> => {
      scoring ??= pairScoring(await model());
      return scoring(query, documents, task);
    },
  };
}

export type EmbedApi = ReturnType<typeof embedApi>;
