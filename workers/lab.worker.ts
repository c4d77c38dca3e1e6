import { rankStarter } from '$lib/retrieval/starter';
import { blindChance } from '$lib/serbench/lab/deep';
import type { Draft } from '$lib/serbench/lab/draft';
import { findCertificate, findState, listStates } from '$lib/serbench/lab/find-state';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

const api = {
  list: (task: Task, items: Blob, name: string) => listStates(items, name, task),
  state: (task: Task, items: Blob, name: string, stateId: string) => findState(items, name, stateId, task),
  certificate: (task: Task, labels: Blob, name: string, stateId: string) =>
    findCertificate(labels, name, stateId, task),
  chance: (_task: Task, draft: Draft, pool: readonly string[]) => blindChance(draft, pool),
  starter: (_task: Task, state: State) => rankStarter(state),
};

export type LabApi = typeof api;
export const server = serve(api);
