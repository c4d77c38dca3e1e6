import { generateApi } from '$lib/llm/browser/api';
import { serve } from '$lib/worker/serve';

export const server = serve(generateApi);
