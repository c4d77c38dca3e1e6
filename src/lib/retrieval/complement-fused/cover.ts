import type { Unit } from '$lib/serbench/state';
import { normalPath } from '../paths';

interface Range {
  path: string;
  first: number;
  last: number;
}

const rangeOf = ({ source_path, line_start, line_end }: Unit): Range | null =>
  line_start === undefined || line_end === undefined || line_end < line_start
    ? null
    : { path: normalPath(source_path), first: line_start, last: line_end };

/** Share of a unit's lines that another holds, 0 to 1; 0 where lines are not known. */
function covered(unit: Range | null | undefined, by: Range | null | undefined): number {
  if (!unit || !by || unit.path !== by.path) return 0;
  const lines = Math.min(unit.last, by.last) - Math.max(unit.first, by.first) + 1;
  return lines <= 0 ? 0 : lines / (unit.last - unit.first + 1);
}

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
  const ranges = units.map(rangeOf);
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
