import { z } from 'zod';

/** What an embedding or rerank endpoint asks for. Prices move: each carries the day it was noted. */
export const endpointPriceSchema = z.strictObject({
  /** The model's name as the endpoint has it. */
  model: z.string().min(1),
  perMillionTokens: z.number().min(0).nullable(),
  /** Of rerank endpoints that count searches: one query with up to 100 documents. */
  perThousandSearches: z.number().min(0).nullable(),
  currency: z.string().min(1).max(8),
  /** YYYY-MM-DD. */
  asOf: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
});
export type EndpointPrice = z.infer<typeof endpointPriceSchema>;

/** Starting points, to be checked and edited by the user. A model that is not here has no known price. */
export const NOTED_ENDPOINT_PRICES: readonly EndpointPrice[] = [
  ['text-embedding-3-small', 0.02, null, '2024-01-25'] as const,
  ['text-embedding-3-large', 0.13, null, '2024-01-25'] as const,
  ['rerank-v3.5', null, 2, '2024-12-02'] as const,
].map(([model, perMillionTokens, perThousandSearches, asOf]) => ({
  model,
  perMillionTokens,
  perThousandSearches,
  currency: 'USD',
  asOf,
}));

/** Documents that count as one search; more count as several. */
const DOCUMENTS_A_SEARCH = 100;

export const searchesOf = (documents: number): number => Math.ceil(documents / DOCUMENTS_A_SEARCH);

/** What a run costs, or null when no price is known: an unknown price is never taken as zero. */
export function endpointCost(
  { tokens, searches }: { tokens: number; searches: number },
  price: Pick<EndpointPrice, 'perMillionTokens' | 'perThousandSearches'> | null,
): number | null {
  if (price === null) return null;
  const { perMillionTokens, perThousandSearches } = price;
  if (perMillionTokens === null && perThousandSearches === null) return null;
  return ((perMillionTokens ?? 0) * tokens) / 1e6 + ((perThousandSearches ?? 0) * searches) / 1e3;
}
