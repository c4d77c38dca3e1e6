import { oracleRows, type OracleRequest } from '$lib/llm/run/oracles';
import type { Prediction } from '$lib/serbench/prediction';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

/** Apart from the worker of the stages: this one reads certificates. */
const api = {
  oracles: (task: Task, request: OracleRequest): Promise<Prediction[]> => oracleRows(task, request),
};

export type OracleApi = typeof api;
export const server = serve(api);
