import type { Supervised } from '$lib/worker/supervise';
import type { EndpointCall } from '../endpoint/post';
import { rerank, type RerankEndpoint } from '../endpoint/rerank';
import type { EmbedApi } from '../host/api';
import type { Judge } from './cross-encoder';
import type { TokenEncoder } from './late-interaction';
import type { Expander } from './learned-sparse';

/** A rerank endpoint as a judge. */
export const endpointJudge = (endpoint: RerankEndpoint, options: Omit<EndpointCall, 'url'>): Judge => ({
  name: endpoint.model,
  relevance: async (query, documents, { signal }) => ({
    scores: await rerank(endpoint, options, query, documents, signal),
  }),
});

/** A worker that holds an open model, by what the model was opened for. */
export const workerJudge = (worker: Supervised<EmbedApi>, name: string): Judge => ({
  name,
  relevance: (query, documents, { signal, progress }) =>
    worker.call('relevance', [query, [...documents]], { signal, onProgress: progress }),
});

export const workerTokens = (worker: Supervised<EmbedApi>, name: string): TokenEncoder => ({
  name,
  tokenVectors: (texts, kind, { signal, progress }) =>
    worker.call('tokenVectors', [[...texts], kind], { signal, onProgress: progress }),
});

export const workerExpander = (worker: Supervised<EmbedApi>, name: string): Expander => ({
  name,
  terms: (texts, { signal, progress }) =>
    worker.call('terms', [[...texts]], { signal, onProgress: progress }),
});
