import { z } from 'zod';
import type { Usage } from '$lib/complement/model';

/** A model's price in a currency per million tokens. Prices move: each carries the day it was noted. */
export const priceSchema = z.strictObject({
  /** Model name as the provider has it; the whole name must match. */
  model: z.string().min(1),
  input: z.number().min(0),
  /** For cached input tokens; null = as input. */
  cached: z.number().min(0).nullable(),
  output: z.number().min(0),
  currency: z.string().min(1).max(8),
  /** YYYY-MM-DD. */
  asOf: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
});
export type Price = z.infer<typeof priceSchema>;

/** Starting points, to be checked and edited by the user. A model that is not here has no known cost. */
export const NOTED_PRICES: readonly Price[] = [
  { model: 'gpt-4o-mini', input: 0.15, cached: 0.075, output: 0.6, currency: 'USD', asOf: '2024-10-01' },
  { model: 'gpt-4.1-mini', input: 0.4, cached: 0.1, output: 1.6, currency: 'USD', asOf: '2025-04-14' },
  { model: 'claude-sonnet-4-5', input: 3, cached: 0.3, output: 15, currency: 'USD', asOf: '2025-09-29' },
  { model: 'gemini-2.5-flash', input: 0.3, cached: 0.075, output: 2.5, currency: 'USD', asOf: '2025-06-17' },
];

/** The price of a model from the user's list, or null: an unknown price is never taken as zero. */
export const priceOf = (prices: readonly Price[], model: string): Price | null =>
  prices.find((price) => price.model === model) ?? null;

/** Cost of a usage, or null when the price or a count is unknown. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null || usage.input === null || usage.output === null) return null;
  const cached = Math.min(usage.cached ?? 0, usage.input);
  const perToken =
    (usage.input - cached) * price.input +
    cached * (price.cached ?? price.input) +
    usage.output * price.output;
  return perToken / 1e6;
}
