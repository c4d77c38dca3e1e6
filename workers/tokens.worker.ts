import { countUnits, type CountResult } from '$lib/data/count-tokens';
import { loadO200k } from '$lib/data/o200k';
import { browserTokenCache } from '$lib/data/tokens';
import { FaultList } from '$lib/serbench/fault';
import type { Task } from '$lib/serbench/task';
import { serve } from '$lib/worker/serve';

export interface CountRequest {
  items: Blob;
  file: string;
  /** State to the units wanted of it. */
  wanted: Map<string, Set<string>>;
}

const api = {
  /** Source tokens (o200k_base) of the wanted units' excerpts; counts are kept in the browser's database. */
  count: async (task: Task, { items, file, wanted }: CountRequest): Promise<CountResult> =>
    countUnits(items, file, wanted, await loadO200k(), browserTokenCache, new FaultList(), task),
};

export type TokensApi = typeof api;
export const server = serve(api);
