import type { PairScorer } from '../second-stage/pair-scorer';
import type { EndpointCall } from './post';
import { rerank, type RerankEndpoint } from './rerank';

/** A rerank endpoint as a scorer. Its revision is the server's origin; one call holds a state's whole list. */
export const endpointScorer = (endpoint: RerankEndpoint, options: Omit<EndpointCall, 'url'>): PairScorer => ({
  kind: 'cross-encoder',
  identity: {
    model: endpoint.model,
    revision: new URL(endpoint.url).origin,
    dtype: 'as served',
    how: 'endpoint',
  },
  prefix: { query: '', document: '' },
  listwise: true,
  score: (query, documents, { signal }) => rerank(endpoint, options, query, documents, signal),
});
