import type { Unit } from '$lib/serbench/state';

/** How a pool entry relates to others of its pool; numbers are positions. */
export interface Relations {
  /** The same full text (by hash), wherever it stands. */
  same: number[];
  /** Windows of the same file that share lines, and are not the same text. */
  overlapping: number[];
}

function shareLines(a: Unit, b: Unit): boolean {
  if (a.line_start === undefined || a.line_end === undefined) return false;
  if (b.line_start === undefined || b.line_end === undefined) return false;
  return a.line_start <= b.line_end && b.line_start <= a.line_end;
}

/** Duplicates and overlapping windows in a pool, by position. */
export function poolRelations(pool: readonly Unit[]): Relations[] {
  const relations = pool.map((): Relations => ({ same: [], overlapping: [] }));
  pool.forEach((a, i) => {
    pool.forEach((b, j) => {
      if (i === j) return;
      const same = a.content_sha256 !== undefined && a.content_sha256 === b.content_sha256;
      if (same) relations[i]?.same.push(j);
      else if (a.source_path === b.source_path && shareLines(a, b)) relations[i]?.overlapping.push(j);
    });
  });
  return relations;
}
