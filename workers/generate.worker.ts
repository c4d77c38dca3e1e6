import { generate } from '$lib/llm/browser/pipeline';
import { serve } from '$lib/worker/serve';

export const server = serve({ generate });
