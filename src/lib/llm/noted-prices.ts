import type { Price } from './prices';

const DEEPSEEK =
  'api-docs.deepseek.com, models and pricing, read in a stored copy; the peak rate, outside peak hours half of it';
const LISTS = 'price lists of others; the provider’s own page was not read';

/**
 * Starting points, to be checked and edited by the user: in US dollars per million tokens. A model that is not here
 * has no known price. `asOf` is the day from which the source gives the price, or the day of the source.
 */
export const NOTED_PRICES: readonly Price[] = [
  usd('deepseek-v4-pro', [1.32, 0.044, 3.96], '2026-08-16', DEEPSEEK),
  usd(
    'deepseek-v4-flash',
    [0.3, 0.006, 1.2],
    '2026-09-10',
    `${DEEPSEEK}; the name is served and billed as deepseek-flash`,
  ),
  usd('deepseek-flash', [0.3, 0.006, 1.2], '2026-09-10', DEEPSEEK),
  usd('gpt-4o-mini', [0.15, 0.075, 0.6], '2026-05-07', LISTS),
  usd('gpt-4.1-mini', [0.4, 0.1, 1.6], '2026-05-07', LISTS),
  usd('claude-sonnet-4-5', [3, 0.3, 15], '2026-04-27', LISTS),
];

function usd(
  model: string,
  [input, cached, output]: [number, number | null, number],
  asOf: string,
  source: string,
): Price {
  return { model, input, cached, output, currency: 'USD', asOf, source };
}
