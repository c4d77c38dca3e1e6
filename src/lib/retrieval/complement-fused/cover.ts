import type { Unit } from '$lib/serbench/state';
import { BestFirst } from './best-first';
import { covered, linesOf } from './lines';
import { overlapsOf } from './overlaps';

/**
 * Orders units one by one, each time the best score less `cost` x the share of its lines that a unit taken before
 * holds. Windows overlap by design and a function lies in its class: a copy of what is at hand completes nothing.
 * Equal values by `tieOrder`. Takes n log n steps and one for each pair of units that share lines.
 */
export function coverOrder(
  units: readonly Unit[],
  scores: ArrayLike<number>,
  tieOrder: ArrayLike<number>,
  cost: number,
): number[] {
  const ranges = units.map(linesOf);
  const overlaps = overlapsOf(ranges);
  const loss = new Float64Array(units.length);
  const left = new BestFirst(
    Float64Array.from(units, (_, unit) => scores[unit] ?? 0),
    tieOrder,
  );
  const taken: number[] = [];
  while (left.size > 0) {
    const best = left.take();
    taken.push(best);
    for (const unit of overlaps(best)) {
      const lost = cost * covered(ranges[unit], ranges[best]);
      if (!left.has(unit) || lost <= (loss[unit] ?? 0)) continue;
      loss[unit] = lost;
      left.lower(unit, (scores[unit] ?? 0) - lost);
    }
  }
  return taken;
}
