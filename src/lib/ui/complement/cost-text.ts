import type { Tally } from '$lib/complement/batch/record';
import type { ModelRef } from '$lib/complement/config/schema';
import { isBilled } from '$lib/complement/batch/billed';
import type { Usage } from '$lib/complement/model';
import { costOf, currenciesOf, priceOf, type Price } from '$lib/llm/prices';
import { formatCount } from '$lib/ui/kit/format';

/** What one call cost, in words: an unknown price is never a zero. */
export function callCost(prices: readonly Price[], model: ModelRef, usage: Usage): string {
  if (!isBilled(model)) return 'none: it runs here';
  const price = priceOf(prices, model.model);
  if (!price) return 'unknown: enter a price';
  const cost = costOf(usage, price);
  return cost === null
    ? 'unknown: the tokens were not told'
    : `${cost.toFixed(5)} ${price.currency} (price of ${price.asOf})`;
}

/** What a run cost so far, in words. */
export function runCost(
  prices: readonly Price[],
  models: readonly ModelRef[],
  { cost, unpriced }: Pick<Tally, 'cost' | 'unpriced'>,
): string {
  if (!models.some(isBilled)) return 'no cost: it runs here';
  const currencies = currenciesOf(prices, models);
  if (currencies.length > 1) return `cost unknown: its prices are in ${currencies.join(' and ')}`;
  const missing = `${formatCount(unpriced)} calls whose price is unknown: enter one below`;
  if (cost === null) return unpriced > 0 ? `cost unknown, ${missing}` : 'no cost yet';
  const known = `${cost.toFixed(4)} ${currencies[0] ?? ''}`.trim();
  return unpriced > 0 ? `cost ${known} and that of ${missing}` : `cost ${known}`;
}

/** What a run will cost, in words. */
export function expectedCost(
  prices: readonly Price[],
  models: readonly ModelRef[],
  cost: number | null,
): string {
  if (!models.some(isBilled)) return 'no cost: it runs here';
  const currencies = currenciesOf(prices, models);
  if (currencies.length > 1) return `cost unknown: the prices are in ${currencies.join(' and ')}`;
  return cost === null
    ? 'cost unknown: enter the models’ prices'
    : `about ${cost.toFixed(2)} ${currencies[0] ?? ''} by the noted prices`;
}
