import type { Lines } from './lines';

/** The units of one file by their first line, and up to each the largest last line so far. */
interface FileUnits {
  units: number[];
  reach: number[];
}

/**
 * Finds the units that share a line with a given one without looking at all others: per file a binary search for those
 * that begin in time, then back until nothing before can reach so far.
 */
export function overlapsOf(ranges: readonly (Lines | null)[]): (unit: number) => number[] {
  const byFile = new Map<string, number[]>();
  ranges.forEach((lines, unit) => {
    if (lines === null) return;
    const own = byFile.get(lines.path);
    if (own === undefined) byFile.set(lines.path, [unit]);
    else own.push(unit);
  });
  const files = new Map<string, FileUnits>();
  for (const [path, units] of byFile) {
    units.sort((a, b) => (ranges[a]?.first ?? 0) - (ranges[b]?.first ?? 0));
    let far = -Infinity;
    const reach = units.map((unit) => (far = Math.max(far, ranges[unit]?.last ?? far)));
    files.set(path, { units, reach });
  }
  return (unit) => {
    const lines = ranges[unit];
    const file = lines ? files.get(lines.path) : undefined;
    if (!lines || file === undefined) return [];
    let low = 0;
    let high = file.units.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[file.units[middle] ?? -1]?.first ?? Infinity) <= lines.last) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low - 1; at >= 0 && (file.reach[at] ?? -Infinity) >= lines.first; at -= 1) {
      const other = file.units[at] ?? -1;
      if (other !== unit && (ranges[other]?.last ?? -Infinity) >= lines.first) found.push(other);
    }
    return found;
  };
}
