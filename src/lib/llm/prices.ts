import { z } from 'zod';
import type { CostOf } from '$lib/complement/batch/budget';
import { isBilled } from '$lib/complement/batch/billed';
import type { ModelRef } from '$lib/complement/config/schema';
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
  /** Where it was read, and what it leaves out. */
  source: z.string().max(300).default('entered by you'),
});
export type Price = z.infer<typeof priceSchema>;

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

/** The currencies in which a run's models are priced. */
export const currenciesOf = (prices: readonly Price[], models: readonly ModelRef[]): string[] => [
  ...new Set(models.filter(isBilled).flatMap(({ model }) => priceOf(prices, model)?.currency ?? [])),
];

/**
 * Cost by a price list, for the models of one run. What runs here costs nothing; prices in two currencies add up
 * to no number, so that no cost is known then.
 */
export function costBy(prices: readonly Price[], models: readonly ModelRef[]): CostOf {
  const mixed = currenciesOf(prices, models).length > 1;
  return (ref, usage) => {
    if (!isBilled(ref)) return 0;
    return mixed ? null : costOf(usage, priceOf(prices, ref.model));
  };
}
