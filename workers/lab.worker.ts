import { rankStarter } from '$lib/retrieval/starter';
import { findCertificate, findState, listStates } from '$lib/serbench/lab/find-state';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

const api = {
  list: (task: Task, items: Blob, name: string) => listStates(items, name, task),
  state: (task: Task, items: Blob, name: string, stateId: string) => findState(items, name, stateId, task),
  certificate: (task: Task, labels: Blob, name: string, stateId: string) =>
    findCertificate(labels, name, stateId, task),
  starter: (_task: Task, state: State) => rankStarter(state),
};

export type LabApi = typeof api;
export const server = serve(api);
