import { compareCodePoints } from '$lib/serbench/code-point';

/** The ids, best score first; equal scores by id ascending in code points, whatever the order they came in. */
export function orderByScore(ids: readonly string[], scores: ArrayLike<number>): string[] {
  return ids
    .map((id, index) => ({ id, score: scores[index] ?? 0 }))
    .sort((x, y) => y.score - x.score || compareCodePoints(x.id, y.id))
    .map(({ id }) => id);
}
