import type { Unit } from '$lib/serbench/state';
import { covered, linesOf } from './lines';

/**
 * Orders units one by one, each time the best score less `cost` x the share of its lines that a unit taken before
 * holds. Windows overlap by design and a function lies in its class: a copy of what is at hand completes nothing.
 * Equal values by `tieOrder`.
 */
export function coverOrder(
  units: readonly Unit[],
  scores: ArrayLike<number>,
  tieOrder: ArrayLike<number>,
  cost: number,
): number[] {
  const ranges = units.map(linesOf);
  const loss = new Float64Array(units.length);
  const left = new Set(units.keys());
  const taken: number[] = [];
  while (left.size > 0) {
    let best = -1;
    let bestValue = -Infinity;
    for (const unit of left) {
      const value = (scores[unit] ?? 0) - (loss[unit] ?? 0);
      const tie = value === bestValue && (tieOrder[unit] ?? 0) < (tieOrder[best] ?? 0);
      if (best < 0 || value > bestValue || tie) {
        best = unit;
        bestValue = value;
      }
    }
    left.delete(best);
    taken.push(best);
    for (const unit of left) {
      loss[unit] = Math.max(loss[unit] ?? 0, cost * covered(ranges[unit], ranges[best]));
    }
  }
  return taken;
}
