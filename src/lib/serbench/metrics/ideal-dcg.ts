import { log2 } from '../exact/log2';
import type { CompiledGroup } from './compile';
import { countBits, idealByTable } from './ideal-dcg-table';

/** Above this many distinct acceptable units the release bounds the ideal by the sum of the weights. */
export const EXACT_LIMIT = 20;

/** What one state of the search costs, in rows of the table of all subsets (measured, roughly). */
const STATE_COST = 160;

/**
 * The best DCG that any order of the acceptable units can reach within k positions, as the release computes it: the
 * score grows rank by rank, by the gains of the groups that become complete there, added in group order.
 *
 * A state of the search is the set of used units, as bits. Units whose groups are all complete cannot matter any
 * more and are marked as used; of units with the same incomplete groups only the first is tried. So the search visits
 * few of the 2^n subsets, and a float sum that is larger now stays at least as large, which makes the maximum per
 * state enough. A certificate so entangled that many states remain is handed to `idealByTable`.
 */
export class IdealDcg {
  /** `best[r]`: the best score within r positions. */
  private best: number[] = [0];
  private frontier = new Map<number, number>([[0, 0]]);
  private readonly members: number[];
  private readonly needs: number[];
  private readonly exact: boolean;
  private readonly bound: number;

  constructor(
    private readonly groups: readonly CompiledGroup[],
    private readonly units: number,
    private readonly stateCost = STATE_COST,
  ) {
    this.exact = units <= EXACT_LIMIT;
    this.needs = groups.map((group) => group.need);
    this.bound = groups.reduce((sum, group) => sum + group.weight, 0);
    this.members = groups.map((group) =>
      this.exact ? group.units.reduce((bits, unit) => bits | (1 << unit), 0) : 0,
    );
  }

  at(k: number): number {
    if (!this.exact) return this.bound;
    const ranks = Math.min(k, this.units);
    while (this.best.length <= ranks) this.extend(this.best.length);
    return this.best[ranks] ?? 0;
  }

  private extend(rank: number): void {
    if (this.frontier.size * this.stateCost > 2 ** this.units) {
      this.best = idealByTable(this.groups, this.units);
      return;
    }
    const next = new Map<number, number>();
    const gains = this.groups.map((group) => group.weight / log2(rank + 1));
    let top = this.best[rank - 1] ?? 0;
    for (const [used, score] of this.frontier) {
      const open = this.openGroups(used);
      for (const unit of this.choices(used, open)) {
        const after = used | (1 << unit);
        const gain = this.gain(after, open, gains);
        const total = score + gain;
        if (total > top) top = total;
        const state = gain === 0 ? after : this.settle(after, open);
        const known = next.get(state);
        if (known === undefined || total > known) next.set(state, total);
      }
    }
    this.frontier = next;
    this.best.push(top);
  }

  private openGroups(used: number): number[] {
    const open: number[] = [];
    for (let i = 0; i < this.groups.length; i += 1) if (!this.complete(used, i)) open.push(i);
    return open;
  }

  /** The unused units worth trying: one for each set of incomplete groups. */
  private choices(used: number, open: readonly number[]): number[] {
    const found: number[] = [];
    const seen: number[] = [];
    for (let unit = 0; unit < this.units; unit += 1) {
      if ((used >> unit) & 1) continue;
      let mine = 0;
      // Beyond 30 groups two units may look different though they are not: slower, never wrong.
      for (const [at, i] of open.entries()) if ((this.member(i) >> unit) & 1) mine |= 1 << Math.min(at, 30);
      const distinct = open.length > 30 || !seen.includes(mine);
      if (mine === 0 || !distinct) continue;
      seen.push(mine);
      found.push(unit);
    }
    return found;
  }

  /** The gains of the groups among `open` that are complete now, added in group order. */
  private gain(used: number, open: readonly number[], gains: readonly number[]): number {
    let sum = 0;
    for (const i of open) if (this.complete(used, i)) sum += gains[i] ?? 0;
    return sum;
  }

  /** Marks the units that cannot matter any more as used, so that equal futures are one state. */
  private settle(used: number, open: readonly number[]): number {
    let live = 0;
    for (const i of open) if (!this.complete(used, i)) live |= this.member(i);
    return used | (((1 << this.units) - 1) & ~live);
  }

  private member(group: number): number {
    return this.members[group] ?? 0;
  }

  private complete(used: number, group: number): boolean {
    return countBits(used & this.member(group)) >= (this.needs[group] ?? 0);
  }
}
