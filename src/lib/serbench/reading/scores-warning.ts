import { isObject, type JsonObject } from './fields';
import type { RowFaults } from './row-faults';

/**
 * Warns when a row's `scores` (a list beside the ranking, or an object by id) disagree with its order. The order
 * stands: it is the rank. Doubles are compared as they are.
 */
export function warnOfScores(row: JsonObject, ids: readonly string[], faults: RowFaults): void {
  const scores = row['scores'];
  const at = (i: number): unknown =>
    Array.isArray(scores) ? scores[i] : isObject(scores) ? scores[ids[i] ?? ''] : undefined;
  const step = (i: number) => (Array.isArray(scores) ? i : (ids[i] ?? ''));
  for (let i = 1; i < ids.length; i += 1) {
    const before = at(i - 1);
    const here = at(i);
    if (typeof before !== 'number' || typeof here !== 'number' || here <= before) continue;
    faults.at(
      ['scores', step(i)],
      'scores-disagree',
      `Position ${i + 1} has a higher score than position ${i} (${before}). The order of the ids is the rank, and it stands.`,
      undefined,
      'warning',
    );
    return;
  }
}
