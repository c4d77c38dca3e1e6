import { log2 } from '../exact/log2';
import type { CompiledGroup } from './compile';

/**
 * The best DCG within r positions for r = 0..units, over a table of all 2^units sets of used units (at most 20 units:
 * 8 MB). Dull, but its cost does not depend on how entangled the groups are: for certificates whose search would keep
 * too many states apart. The same digits, since the same additions happen in the same order: a set's best score is the
 * largest, over the unit that came last, of the score before plus the gains of the groups it completed, in group order.
 */
export function idealByTable(groups: readonly CompiledGroup[], units: number): number[] {
  const { members, needs, twins } = renumber(groups, units);
  // Row by row of a rank: the gain of each group.
  const gains = Float64Array.from({ length: (units + 1) * groups.length }, (_, i) => {
    const rank = Math.floor(i / groups.length);
    return rank === 0 ? 0 : (groups[i % groups.length]?.weight ?? 0) / log2(rank + 1);
  });
  const score = new Float64Array(2 ** units);
  const best = new Float64Array(units + 1);
  const last = new Float64Array(units);
  for (let used = 1; used < score.length; used += 1) {
    // Of twins the first goes first: other sets are the same under other names.
    if ((used >> 1) & ~used & twins) continue;
    const rank = countBits(used);
    let touched = 0;
    const row = rank * groups.length;
    for (let g = 0; g < members.length; g += 1) {
      const mine = used & (members[g] as number);
      if (countBits(mine) !== needs[g]) continue;
      touched |= mine;
      const gain = gains[row + g] as number;
      for (let rest = mine; rest !== 0; rest &= rest - 1)
        (last[31 - Math.clz32(rest & -rest)] as number) += gain;
    }
    let top = 0;
    // Where a twin after it is used too, the unit was not the last.
    for (let rest = used & ~((used >> 1) & twins); rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const total = (score[used ^ bit] as number) + (last[31 - Math.clz32(bit)] as number);
      if (total > top) top = total;
    }
    for (let rest = touched; rest !== 0; rest &= rest - 1) last[31 - Math.clz32(rest & -rest)] = 0;
    score[used] = top;
    if (top > (best[rank] as number)) best[rank] = top;
  }
  for (let rank = 1; rank <= units; rank += 1)
    best[rank] = Math.max(best[rank] as number, best[rank - 1] as number);
  return [...best];
}

/** Groups as bits, with units that serve the same groups (twins) side by side; bit i of `twins`: i + 1 is i's twin. */
function renumber(groups: readonly CompiledGroup[], units: number) {
  const signature = Array.from({ length: units }, (_, unit) =>
    groups.map((group) => (group.units.includes(unit) ? '1' : '0')).join(''),
  );
  const order = signature.map((_, unit) => unit).sort((a, b) => compare(signature[a], signature[b]));
  const place = new Map(order.map((unit, i) => [unit, i]));
  let twins = 0;
  for (let i = 0; i + 1 < units; i += 1)
    if (signature[order[i] ?? 0] === signature[order[i + 1] ?? 0]) twins |= 1 << i;
  return {
    members: Int32Array.from(groups, (group) =>
      group.units.reduce((bits, unit) => bits | (1 << (place.get(unit) ?? 0)), 0),
    ),
    needs: Int32Array.from(groups, (group) => group.need),
    twins,
  };
}

const compare = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);

/** The number of ones in a 32-bit word. */
export function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
