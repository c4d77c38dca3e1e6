import type { Configuration } from '../config/schema';
import type { Ask, Shown } from './ask';
import { cardsAsk } from './cards-ask';

/**
 * Stage 3: S0, the expansion region and a ranked reserve, each card tagged with its origin; returns
 * finalMinimum-finalMaximum ranked ids. A short answer is completed from the fused order.
 */
export function finalization(
  ranking: readonly string[],
  proposed: readonly string[],
  expanded: readonly string[],
  configuration: Configuration,
): Ask {
  const { cards, finalMinimum, finalMaximum } = configuration.limits;
  const seen = new Set([...proposed, ...expanded]);
  const candidates: Shown[] = [
    ...proposed.map((id) => ({ id, origin: 'proposal' as const })),
    ...expanded.map((id) => ({ id, origin: 'expansion' as const })),
    ...ranking.filter((id) => !seen.has(id)).map((id) => ({ id, origin: 'reserve' as const })),
  ].slice(0, cards.finalization);
  const size = { minimum: finalMinimum, maximum: finalMaximum };
  return cardsAsk('finalization', 'finalization', candidates, size, ranking, configuration);
}
