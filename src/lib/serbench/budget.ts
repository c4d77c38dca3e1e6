/**
 * The ids that fit under a ceiling of source tokens: whole units in the given order; a unit that would pass the
 * ceiling is skipped, and later, smaller ones may still fit.
 */
export function admitUnderCeiling(
  ids: readonly string[],
  tokensOf: (id: string) => number,
  ceiling: number,
): string[] {
  let used = 0;
  return ids.filter((id) => {
    const tokens = tokensOf(id);
    if (used + tokens > ceiling) return false;
    used += tokens;
    return true;
  });
}
