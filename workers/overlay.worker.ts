import { ownBounds, scoreOwnRuns } from '$lib/paper/own';
import { serve } from '$lib/worker/serve';

/** What the paper page computes on the reader's data: scores at the paper's budgets, floor and ceiling over k. */
const api = { scoreOwnRuns, ownBounds };

export type OverlayApi = typeof api;
export const server = serve(api);
