import { scoreOwnRuns } from '$lib/paper/own';
import { serve } from '$lib/worker/serve';

/** Scores the reader's own runs at the paper's budgets, to be drawn beside the published curves. */
const api = { scoreOwnRuns };

export type OverlayApi = typeof api;
export const server = serve(api);
