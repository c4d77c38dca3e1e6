import { fusedOrder, type StateViews } from '$lib/retrieval/run/split-rankings';
import type { Configuration } from '$lib/retrieval/run/configuration';
import type { Prediction } from '$lib/serbench/prediction';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import type { SecondStage } from './stage';

/** A second stage over the fusion of a whole split, as predictions under the stage's own method name. */
export async function stageRows(
  stage: SecondStage,
  states: readonly StateViews[],
  configuration: Configuration,
  stateOf: (id: string) => Promise<State>,
  task: Task,
): Promise<Prediction[]> {
  const method = stage.method('rrf');
  const quiet = { ...task, progress: () => undefined };
  const rows: Prediction[] = [];
  for (const [done, ranked] of states.entries()) {
    task.progress({ done, total: states.length, unit: 'states', note: method });
    await task.checkpoint();
    const first = fusedOrder(ranked, configuration);
    const order = await stage.order(await stateOf(ranked.state_id), first, quiet);
    const ranked_evidence_ids = order.flatMap((unit) => ranked.ids[unit] ?? []);
    rows.push({ state_id: ranked.state_id, method, ranked_evidence_ids });
  }
  return rows;
}
