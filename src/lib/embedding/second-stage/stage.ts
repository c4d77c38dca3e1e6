import type { Order } from '$lib/retrieval/rank';
import { documentText } from '$lib/retrieval/analysis/state-analysis';
import type { QueryForm } from '$lib/retrieval/query-text';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';

/** A ranker that reads text with a model and puts a first ranking in a new order. Sees the state, no certificate. */
export interface SecondStage {
  /** The method's own name over the first ranking's name: it goes into prediction files. */
  method(first: string): string;
  /** Unit numbers of the state's pool, best first; holds exactly the units of `first`. */
  order(state: State, first: Order, task: Task): Promise<number[]>;
}

/** What every second stage has: how the state becomes a query. */
export interface StageOptions {
  form: QueryForm;
  /** Leading units that are read; the rest follows as it was. */
  leading: number;
}

/** The texts of some units of a pool, as the dense view reads them: path and excerpt. */
export const textsOf = (state: State, units: readonly number[]): string[] =>
  units.map((unit) => {
    const candidate = state.candidate_evidence[unit];
    return candidate === undefined ? '' : documentText(candidate);
  });

/** The query form is part of the name unless it is the dense view's own. */
export const formed = (model: string, form: QueryForm): string =>
  form === 'dense' ? model : `${model},${form}`;
