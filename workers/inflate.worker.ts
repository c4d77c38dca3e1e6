import { sendInflated } from '$lib/data/ingest/inflate-port';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

const api = {
  inflate: (task: Task, file: Blob, port: MessagePort) => sendInflated(file, port, task),
};

export type InflateApi = typeof api;
export const server = serve(api);
