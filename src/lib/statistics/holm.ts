/**
 * Holm's step-down correction: the i-th smallest of m p-values times m - i + 1, never below an earlier one, at most 1.
 * Keeps the order given; null (not computed) stays null and is not counted among the m.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const known = pValues.flatMap((p, index) => (p === null ? [] : [{ p, index }]));
  known.sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let floor = 0;
  known.forEach(({ p, index }, i) => {
    floor = Math.min(1, Math.max(floor, p * (known.length - i)));
    adjusted[index] = floor;
  });
  return adjusted;
}
