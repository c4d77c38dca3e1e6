import { log2 } from '../exact/log2';
import type { CompiledGroup } from './compile';

/** Above this many distinct acceptable units the release bounds the ideal by the sum of the weights. */
export const EXACT_LIMIT = 20;

/**
 * The best DCG that any order of the acceptable units can reach within k positions, as the release computes it: the
 * score grows rank by rank, by the gains of the groups that become complete there, added in group order.
 *
 * A state of the search is the set of used units, as bits. Units whose groups are all complete cannot matter any
 * more and are marked as used; of units with the same incomplete groups only the first is tried. So the search visits
 * few of the 2^n subsets, and a float sum that is larger now stays at least as large, which makes the maximum per
 * state enough.
 */
export class IdealDcg {
  /** `best[r]`: the best score within r positions. */
  private readonly best: number[] = [0];
  private frontier = new Map<number, number>([[0, 0]]);
  private readonly members: number[];
  private readonly exact: boolean;
  private readonly bound: number;

  constructor(
    private readonly groups: readonly CompiledGroup[],
    private readonly units: number,
  ) {
    this.exact = units <= EXACT_LIMIT;
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
    const next = new Map<number, number>();
    const gains = this.groups.map((group) => group.weight / log2(rank + 1));
    let top = this.best[rank - 1] ?? 0;
    for (const [used, score] of this.frontier) {
      for (const [unit, open] of this.choices(used)) {
        const after = used | (1 << unit);
        const gain = this.gain(after, open, gains);
        const total = score + gain;
        if (total > top) top = total;
        const state = gain === 0 ? after : this.settle(after);
        const known = next.get(state);
        if (known === undefined || total > known) next.set(state, total);
      }
    }
    this.frontier = next;
    this.best.push(top);
  }

  /** The unused units worth trying, one for each set of incomplete groups, with these groups. */
  private choices(used: number): [unit: number, open: number[]][] {
    const open = this.groups.flatMap((group, i) => (this.complete(used, i) ? [] : [i]));
    const seen = new Set<string>();
    const found: [number, number[]][] = [];
    for (let unit = 0; unit < this.units; unit += 1) {
      if ((used >> unit) & 1) continue;
      const mine = open.filter((i) => (this.member(i) >> unit) & 1);
      const key = mine.join();
      if (mine.length === 0 || seen.has(key)) continue;
      seen.add(key);
      found.push([unit, mine]);
    }
    return found;
  }

  /** The gains of the groups among `open` that are complete now, added in group order. */
  private gain(used: number, open: number[], gains: number[]): number {
    let sum = 0;
    for (const i of open) if (this.complete(used, i)) sum += gains[i] ?? 0;
    return sum;
  }

  /** Marks the units that cannot matter any more as used, so that equal futures are one state. */
  private settle(used: number): number {
    let live = 0;
    this.groups.forEach((_, i) => {
      if (!this.complete(used, i)) live |= this.member(i);
    });
    const all = this.units === 32 ? -1 : (1 << this.units) - 1;
    return used | (all & ~live);
  }

  private member(group: number): number {
    return this.members[group] ?? 0;
  }

  private complete(used: number, group: number): boolean {
    let bits = used & this.member(group);
    let count = 0;
    for (; bits !== 0; bits &= bits - 1) count += 1;
    return count >= (this.groups[group]?.need ?? 0);
  }
}
