import type { Task } from '$lib/serbench/task';
import { LIVE_CHANNEL, type LiveMessage } from '../run/live';
import { answer, type Watch } from './answer';
import { loadModel, type LoadedModel } from './load';
import { planModel } from './plan';
import { originKey, type BrowserOrigin, type BrowserPlan } from './request';
import type { Generated, GenerateRequest } from './request';

let held: { key: string; opening: Promise<LoadedModel> } | null = null;

/** One model a worker: memory comes back only with the worker, so another one needs another worker. */
function opened(origin: BrowserOrigin, mayFetch: boolean, task: Task): Promise<LoadedModel> {
  const key = originKey(origin);
  if (held?.key === key) return held.opening;
  if (held) return Promise.reject(new Error('This worker holds another model.'));
  const opening = loadModel(origin, mayFetch, task);
  held = { key, opening };
  opening.catch(() => (held = null));
  return opening;
}

/** What the generation worker offers. */
export const generateApi = {
  plan: async (task: Task, origin: BrowserOrigin): Promise<BrowserPlan> =>
    (await planModel(origin, task.signal)).plan,

  /** Opens a model, with leave to fetch what is missing. */
  open: async (task: Task, origin: BrowserOrigin): Promise<BrowserPlan> =>
    (await opened(origin, true, task)).plan,

  generate: async (task: Task, request: GenerateRequest): Promise<Generated> => {
    const model = await opened(request.origin, false, task);
    await task.checkpoint();
    if (request.live === null) return answer(model, request, task, NOBODY);
    const channel = new BroadcastChannel(LIVE_CHANNEL);
    const { live } = request;
    const tell = (message: LiveMessage) => channel.postMessage(message);
    try {
      return await answer(model, request, task, {
        reading: (tokens) => tell({ live, kind: 'reading', tokens }),
        text: (text, from) => tell({ live, kind: 'text', text, from }),
      });
    } finally {
      channel.close();
    }
  },
};

export type GenerateApi = typeof generateApi;

const NOBODY: Watch = { reading: () => undefined, text: () => undefined };
