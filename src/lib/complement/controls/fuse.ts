import { compareCodePoints } from '$lib/serbench/code-point';

/** Reciprocal-rank fusion of a few short lists: sum of 1 / (k + rank), ties by id. */
export function fuseLists(lists: readonly (readonly string[])[], k: number): string[] {
  const score = new Map<string, number>();
  for (const list of lists)
    list.forEach((id, index) => score.set(id, (score.get(id) ?? 0) + 1 / (k + index + 1)));
  return [...score.entries()].sort(([a, x], [b, y]) => y - x || compareCodePoints(a, b)).map(([id]) => id);
}
