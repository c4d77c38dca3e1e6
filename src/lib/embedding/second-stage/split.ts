import { compareCodePoints } from '$lib/serbench/code-point';
import type { Order } from '$lib/retrieval/rank';
import type { Prediction } from '$lib/serbench/prediction';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import type { SecondStage } from './stage';

/** A state and the ranking that a second stage starts from; null: the whole pool, by evidence id. */
export interface FirstRanking {
  id: string;
  order: Order | null;
}

const byEvidenceId = (state: State): number[] => {
  const idOf = (unit: number) => state.candidate_evidence[unit]?.evidence_id ?? '';
  return [...state.candidate_evidence.keys()].sort((a, b) => compareCodePoints(idOf(a), idOf(b)));
};

/**
 * A second stage over many states, as predictions under the stage's own method name. States are read one after the
 * other, so that a cancel comes through between them and what was read before is kept by the stage's store.
 *
 * @param firstName the first ranking's method name, part of the result's
 */
export async function stageRows(
  stage: SecondStage,
  firsts: readonly FirstRanking[],
  firstName: string,
  stateOf: (id: string) => Promise<State>,
  task: Task,
): Promise<Prediction[]> {
  const method = stage.method(firstName);
  const quiet = { ...task, progress: () => undefined };
  const rows: Prediction[] = [];
  for (const [done, { id, order }] of firsts.entries()) {
    task.progress({ done, total: firsts.length, unit: 'states', note: method });
    await task.checkpoint();
    const state = await stateOf(id);
    const ranked = await stage.order(state, order ?? byEvidenceId(state), quiet);
    const ranked_evidence_ids = ranked.flatMap((unit) => state.candidate_evidence[unit]?.evidence_id ?? []);
    rows.push({ state_id: id, method, ranked_evidence_ids });
  }
  task.progress({ done: firsts.length, total: firsts.length, unit: 'states', note: method });
  return rows;
}
