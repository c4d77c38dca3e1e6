import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import type { QueryForm } from '../query-text';
import { orderSpoken, signalOf } from '../rank';
import { dense, denseScores } from '../views/dense';
import type { Vectors } from '../views/view';
import type { StateViews } from './split-rankings';
import type { ViewRanking } from './state-ranking';
import { denseVectors, withoutProgress, type TextEncoder } from './text-encoder';

/** The dense view of one state from its vectors alone: what `rankViews` says of it. */
export function denseRanking(vectors: Vectors, tieOrder: ArrayLike<number>): ViewRanking {
  const scores = denseScores(vectors, tieOrder.length);
  return { view: dense.name, signal: signalOf(scores), order: orderSpoken(scores, tieOrder), scores };
}

/** Rankings with the dense view put where `names` has it. */
export function inOrder<Ranking extends { view: string }>(
  rankings: readonly Ranking[],
  names: readonly string[],
): Ranking[] {
  return names.flatMap((name) => rankings.find(({ view }) => view === name) ?? []);
}

/**
 * Adds the dense view to a split that was ranked without it, by an encoder that lives elsewhere (a transformer's
 * worker, an endpoint). States are read one after the other, so that a cancel comes through between them.
 *
 * @param names the views in the order that the result shall have
 */
export async function addDense(
  states: readonly StateViews[],
  names: readonly string[],
  stateOf: (id: string) => Promise<State>,
  encoder: TextEncoder,
  task: Task,
  form: QueryForm = 'dense',
): Promise<StateViews[]> {
  const quiet = withoutProgress(task);
  const added: StateViews[] = [];
  for (const [done, ranked] of states.entries()) {
    task.progress({ done, total: states.length, unit: 'states', note: 'Dense view' });
    await task.checkpoint();
    const vectors = await denseVectors(await stateOf(ranked.state_id), encoder, quiet, form);
    const { view, signal, order } = denseRanking(vectors, ranked.tieOrder);
    const views = [...ranked.views, { view, signal, order: Int32Array.from(order) }];
    added.push({ ...ranked, views: inOrder(views, names) });
  }
  task.progress({ done: states.length, total: states.length, unit: 'states', note: 'Dense view' });
  return added;
}
