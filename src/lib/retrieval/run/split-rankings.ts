import type { Prediction } from '$lib/serbench/prediction';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { Analyser } from '../analysis/analyser';
import type { StateAnalysis } from '../analysis/state-analysis';
import { METHODS } from '../complement-fused/parameters';
import { runInstant } from '../complement-fused/run';
import { observedUnits } from '../fusion/observed-last';
import type { Signal } from '../rank';
import { likenessTable, tabledLikeness, wordLikeness } from '../rerank/likeness';
import { viewByName } from '../views/registry';
import type { Configuration, ViewChoice } from './configuration';
import { finishOrder, fuseViews, rankViews } from './state-ranking';
import { denseVectors, withoutProgress, type TextEncoder } from './text-encoder';

/** The views' orders over one state: all that fusing, leaving out and comparing need. */
export interface StateViews {
  state_id: string;
  ids: readonly string[];
  tieOrder: Int32Array;
  observed: boolean[];
  views: { view: string; signal: Signal; order: Int32Array }[];
  /** complement-fused, instant, when it was asked for. */
  complement: Int32Array | null;
  /** The pool's likenesses (`likenessTable`), when MMR was asked for. */
  likeness: Float64Array | null;
}

export interface SplitRequest {
  views: Pick<ViewChoice, 'name' | 'parameters' | 'form'>[];
  complement: boolean;
  /** Whether MMR is to follow, which needs the units' likenesses. */
  likeness: boolean;
  /** This worker's part: states whose number leaves `index` when divided by `of`. */
  shard: { index: number; of: number };
}

/** The dear stage over a split, or over a shard of it. States keep their order. */
export async function rankSplit(
  states: readonly State[],
  { views, complement, likeness, shard }: SplitRequest,
  encoder: TextEncoder | null,
  task: Task,
): Promise<StateViews[]> {
  const analyser = new Analyser();
  const mine = states.filter((_, i) => i % shard.of === shard.index);
  const quiet = withoutProgress(task);
  const dense = views.find(({ name }) => viewByName(name)?.needs === 'vectors');
  const ranked: StateViews[] = [];
  for (const [done, state] of mine.entries()) {
    task.progress({ done, total: mine.length, unit: 'states', note: 'Ranking' });
    await task.checkpoint();
    const analysis = analyser.analyse(state);
    const vectors =
      encoder !== null && dense ? await denseVectors(state, encoder, quiet, dense.form) : undefined;
    const order = complement && encoder !== null ? (await runInstant(analysis, encoder, quiet)).order : null;
    ranked.push({
      ...frame(analysis),
      views: rankViews(analysis, views, vectors).map(({ view, signal, order: own }) => {
        return { view, signal, order: Int32Array.from(own) };
      }),
      complement: order && Int32Array.from(order),
      likeness: likeness ? likenessTable(analysis.ids.length, wordLikeness(analysis)) : null,
    });
  }
  task.progress({ done: mine.length, total: mine.length, unit: 'states', note: 'Ranking' });
  return ranked;
}

const frame = ({
  state,
  ids,
  tieOrder,
}: StateAnalysis): Omit<StateViews, 'views' | 'complement' | 'likeness'> => ({
  state_id: state.state_id,
  ids,
  tieOrder,
  observed: observedUnits(state),
});

/** Shards back in the order of the split: shard i holds states i, i + n, ... */
export function mergeShards(shards: readonly (readonly StateViews[])[]): StateViews[] {
  const length = shards.reduce((sum, shard) => sum + shard.length, 0);
  return Array.from({ length }, (_, i) => shards[i % shards.length]?.[Math.floor(i / shards.length)]).filter(
    (state) => state !== undefined,
  );
}

const named = (ids: readonly string[], order: Iterable<number>): string[] =>
  Array.from(order, (unit) => ids[unit] ?? '');

/** One view alone as predictions, under its method name. */
export const viewRows = (states: readonly StateViews[], view: string, method = view): Prediction[] =>
  states.map(({ state_id, ids, views }) => ({
    state_id,
    method,
    ranked_evidence_ids: named(ids, views.find((one) => one.view === view)?.order ?? []),
  }));

type Fusing = Pick<Configuration, 'views' | 'fusion' | 'observedLast' | 'lambda'>;

/** The fusion of one state, as unit numbers: the cheap stage. */
export function fusedOrder(
  { state_id, tieOrder, observed, views, likeness }: StateViews,
  configuration: Fusing,
): number[] {
  const orders = views.map(({ view, order }) => ({ view, order: Array.from(order) }));
  const fused = fuseViews(orders, tieOrder, configuration);
  return finishOrder(fused, configuration, observed, () => {
    if (likeness === null) throw new RangeError(`State "${state_id}" was ranked without likenesses for MMR.`);
    return tabledLikeness(likeness);
  });
}

/** The fusion as predictions. */
export const fusedRows = (
  states: readonly StateViews[],
  configuration: Fusing,
  method: string,
): Prediction[] =>
  states.map((state) => ({
    state_id: state.state_id,
    method,
    ranked_evidence_ids: named(state.ids, fusedOrder(state, configuration)),
  }));

/** complement-fused, instant, as predictions; null when it was not ranked. */
export function complementRows(states: readonly StateViews[]): Prediction[] | null {
  if (states.some(({ complement }) => complement === null)) return null;
  return states.map(({ state_id, ids, complement }) => ({
    state_id,
    method: METHODS.instant,
    ranked_evidence_ids: named(ids, complement ?? []),
  }));
}
