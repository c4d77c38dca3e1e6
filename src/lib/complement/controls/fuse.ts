import { compareCodePoints } from '$lib/serbench/code-point';

/**
 * Reciprocal-rank fusion of a few short lists: sum of 1 / (k + rank), ties by id. An id's terms are added from the
 * largest to the smallest, so that equal terms tie exactly, whichever list each came from.
 */
export function fuseLists(lists: readonly (readonly string[])[], k: number): string[] {
  const terms = new Map<string, number[]>();
  for (const list of lists)
    list.forEach((id, index) => terms.set(id, [...(terms.get(id) ?? []), 1 / (k + index + 1)]));
  return Array.from(terms, ([id, own]): [string, number] => {
    return [id, own.sort((a, b) => b - a).reduce((sum, term) => sum + term, 0)];
  })
    .sort(([a, x], [b, y]) => y - x || compareCodePoints(a, b))
    .map(([id]) => id);
}
