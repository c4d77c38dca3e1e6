import { z } from 'zod';
import { EndpointError, postJson, type EndpointCall } from './post';

/** A rerank endpoint of the Jina, Cohere and vLLM kind: they share the body and differ in the path. */
export interface RerankEndpoint {
  /** The full URL: `.../v1/rerank`, `.../v2/rerank`. */
  url: string;
  model: string;
}

const Reply = z.object({
  results: z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() })),
});

/** One relevance a document, in the documents' order. */
export async function rerank(
  endpoint: RerankEndpoint,
  options: Omit<EndpointCall, 'url'>,
  query: string,
  documents: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  if (documents.length === 0) return [];
  const body = { model: endpoint.model, query, documents, top_n: documents.length };
  const parsed = Reply.safeParse(await postJson({ ...options, url: endpoint.url }, body, signal));
  if (!parsed.success)
    throw new EndpointError('not-rerank', 200, 'The answer holds no list of rerank results.');
  const found = new Map(parsed.data.results.map(({ index, relevance_score }) => [index, relevance_score]));
  const scores = documents.map((_, i) => found.get(i));
  if (found.size !== documents.length || !scores.every((score) => score !== undefined)) {
    const message = `${documents.length} documents were sent, judgements for ${found.size} came back.`;
    throw new EndpointError('count', 200, message);
  }
  return scores;
}
