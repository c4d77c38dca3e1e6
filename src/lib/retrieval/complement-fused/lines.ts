import type { Unit } from '$lib/serbench/state';
import { normalPath } from '../paths';

/** Where a unit stands: 1-based lines, both inclusive. */
export interface Lines {
  path: string;
  first: number;
  last: number;
}

/** A unit's lines; null where they are not known. */
export const linesOf = ({ source_path, line_start, line_end }: Unit): Lines | null =>
  line_start === undefined || line_end === undefined || line_end < line_start
    ? null
    : { path: normalPath(source_path), first: line_start, last: line_end };

/** Share of a unit's lines that another holds, 0 to 1; 0 where lines are not known. */
export function covered(unit: Lines | null | undefined, by: Lines | null | undefined): number {
  if (!unit || !by || unit.path !== by.path) return 0;
  const lines = Math.min(unit.last, by.last) - Math.max(unit.first, by.first) + 1;
  return lines <= 0 ? 0 : lines / (unit.last - unit.first + 1);
}
