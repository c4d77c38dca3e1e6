import type { Configuration } from '../config/schema';
import type { Ask } from './ask';
import { exactly, prefixAsk } from './cards-ask';

/** Stage 1: of the leading cards of the fused ranking, the ids that jointly support a precise answer (S0). */
export const proposal = (ranking: readonly string[], configuration: Configuration): Ask =>
  prefixAsk('proposal', 'proposal', exactly(configuration.limits.proposalSize), ranking, configuration);
