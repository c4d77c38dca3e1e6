import { prepareSplit } from '$lib/data/ingest/prepare';
import { serve } from '$lib/worker/serve';
import type { Task } from '$lib/serbench/task';
import type { SplitFiles } from '$lib/data/ingest/prepare';

const api = {
  prepare: (task: Task, files: SplitFiles) => prepareSplit(files, task),
};

export type DataApi = typeof api;
export const server = serve(api);
