import type { CompiledCertificate } from './compile';

/** A rank that is never reached. */
export const NEVER = Number.POSITIVE_INFINITY;

/** All that a ranking did to a certificate, for every cutoff at once. Ranks are 1-based; `NEVER` when not reached. */
export interface Outcome {
  compiled: CompiledCertificate;
  /** Per unit of `compiled.index`: the first position it stands at. */
  unitRanks: number[];
  /** Positions of observed units, ascending; of a repeated one the first. */
  observedRanks: number[];
  /** Positions that were returned. */
  returned: number;
  /** Per group: the position of the unit that reaches its threshold. */
  groupRanks: number[];
  /** Per branch: the position at which the whole set is there. */
  branchRanks: number[];
  /** Where every group, or one whole branch, is complete; 0 for a certificate without groups. */
  completeRank: number;
}

/**
 * Reads a ranking against a certificate. Positions count as returned: a repeated unit counts once and its copy uses
 * up a slot, an observed unit keeps its place.
 */
export function readRanking(compiled: CompiledCertificate, ranking: readonly string[]): Outcome {
  const unitRanks = new Array<number>(compiled.index.size).fill(NEVER);
  const observedRanks: number[] = [];
  const met = new Set<string>();
  ranking.forEach((id, i) => {
    if (compiled.observed.has(id) && !met.has(id)) {
      met.add(id);
      observedRanks.push(i + 1);
    }
    const unit = compiled.index.get(id);
    if (unit !== undefined && unitRanks[unit] === NEVER) unitRanks[unit] = i + 1;
  });
  const rankOf = (unit: number) => unitRanks[unit] ?? NEVER;
  const groupRanks = compiled.groups.map(({ units, need }) => {
    if (need === 1) return units.reduce((best, unit) => Math.min(best, rankOf(unit)), NEVER);
    return units.map(rankOf).sort((a, b) => a - b)[need - 1] ?? NEVER;
  });
  const last = (ranks: number[]) => ranks.reduce((a, b) => Math.max(a, b), 0);
  const branchRanks = compiled.branches.map((units) => last(units.map(rankOf)));
  return {
    compiled,
    unitRanks,
    observedRanks,
    returned: ranking.length,
    groupRanks,
    branchRanks,
    completeRank: branchRanks.reduce((a, b) => Math.min(a, b), last(groupRanks)),
  };
}
