import type { Certificate } from '../certificate';

/** How much an answer may hold. The cutoff of the metrics is `items`. */
export interface Budget {
  items: number;
  /** Source tokens; null for no ceiling. */
  tokens: number | null;
}

/** What someone works on in the lab: a certificate that may be unfinished, and an answer to it. */
export interface Draft {
  certificate: Certificate;
  /** In order; the order is the rank. */
  answer: string[];
  budget: Budget;
}

export const DEFAULT_BUDGET: Budget = { items: 5, tokens: null };
export const MOST_ITEMS = 100;
export const MOST_GROUPS = 12;

/** A draft without groups for a pool. */
export function blankDraft(stateId: string, observed: readonly string[] = []): Draft {
  return {
    certificate: {
      state_id: stateId,
      required_evidence_groups: [],
      alternative_minimal_sets: [],
      observed_evidence_ids: [...observed],
    },
    answer: [],
    budget: DEFAULT_BUDGET,
  };
}
