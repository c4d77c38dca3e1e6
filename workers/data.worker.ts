import { boundsAt5, type BoundsInput } from '$lib/data/composition/bounds';
import { inspectFile } from '$lib/data/ingest/inspect';
import { IngestService } from '$lib/data/ingest/service';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

const { prepare, content } = new IngestService();
const api = {
  inspect: (task: Task, file: File) => inspectFile(file, task),
  prepare,
  content,
  bounds: (task: Task, input: BoundsInput) => boundsAt5(input, task),
};

export type DataApi = typeof api;
export const server = serve(api);
