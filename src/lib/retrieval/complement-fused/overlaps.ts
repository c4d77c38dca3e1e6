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
  const known = ranges.flatMap((lines, unit) => (lines === null ? [] : [{ ...lines, unit }]));
  const files = new Map<string, FileUnits>();
  for (const [path, own] of Map.groupBy(known, (one) => one.path)) {
    own.sort((a, b) => a.first - b.first);
    let far = -Infinity;
    files.set(path, {
      units: own.map(({ unit }) => unit),
      reach: own.map(({ last }) => (far = Math.max(far, last))),
    });
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
