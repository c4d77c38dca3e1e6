import { boundsAt5, type BoundsInput } from '$lib/data/composition/bounds';
import { inspectFile } from '$lib/data/ingest/inspect';
import { prepareSplit, type SplitFiles } from '$lib/data/ingest/prepare';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

const api = {
  inspect: (task: Task, file: File) => inspectFile(file, task),
  prepare: (task: Task, files: SplitFiles, port: MessagePort | null = null) =>
    prepareSplit(files, task, port),
  bounds: (task: Task, input: BoundsInput) => boundsAt5(input, task),
};

export type DataApi = typeof api;
export const server = serve(api);
