import { admitUnderCeiling } from '$lib/serbench/budget';

export interface Rendered {
  /** Delivered ids in order. */
  ids: string[];
  /** Ids skipped because the unit would pass the ceiling. */
  skipped: string[];
  /** Source tokens of the delivered units. */
  tokens: number;
}

/** Delivers whole units in order and skips a unit that would pass the ceiling; observed units are not filtered. */
export function renderUnits(
  ids: readonly string[],
  tokensOf: (id: string) => number,
  ceiling: number,
): Rendered {
  const delivered = admitUnderCeiling(ids, tokensOf, ceiling);
  const kept = new Set(delivered);
  return {
    ids: delivered,
    skipped: ids.filter((id) => !kept.has(id)),
    tokens: delivered.reduce((sum, id) => sum + tokensOf(id), 0),
  };
}
