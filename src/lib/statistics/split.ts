import type { Sheet } from './kernel/kernel';

/** A part of a sheet for one worker, and which pairs of the whole it holds. */
export interface SheetPart {
  sheet: Sheet;
  /** Numbers of the part's pairs in the whole sheet, ascending. */
  pairs: number[];
}

/**
 * Cuts a sheet's pairs into at most `parts` runs of nearly equal length, each with only the columns it needs. Every
 * part draws the whole stream again, so its digits are those of the whole.
 */
export function splitSheet(sheet: Sheet, parts: number): SheetPart[] {
  const total = sheet.pairs.length / 2;
  const count = Math.max(1, Math.min(Math.floor(parts), total));
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((total * part) / count);
    const to = Math.floor((total * (part + 1)) / count);
    const pairs = Array.from({ length: to - from }, (__, i) => from + i);
    return { sheet: pickPairs(sheet, pairs), pairs };
  });
}

/** The sheet of some of the pairs, without the columns that none of them names. */
export function pickPairs(sheet: Sheet, pairs: readonly number[]): Sheet {
  const ends = pairs.flatMap((pair) => [sheet.pairs[2 * pair] ?? 0, sheet.pairs[2 * pair + 1] ?? 0]);
  const used = [...new Set(ends)].filter((column) => column < sheet.columns).sort((a, b) => a - b);
  const place = new Map(used.map((column, at) => [column, at]));
  const sums = new Float64Array(used.length * sheet.clusters);
  used.forEach((column, at) =>
    sums.set(
      sheet.sums.subarray(column * sheet.clusters, (column + 1) * sheet.clusters),
      at * sheet.clusters,
    ),
  );
  return {
    clusters: sheet.clusters,
    counts: sheet.counts,
    sums,
    columns: used.length,
    pairs: Uint32Array.from(ends, (column) => place.get(column) ?? used.length),
  };
}
