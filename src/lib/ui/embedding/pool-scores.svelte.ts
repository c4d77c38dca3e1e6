import type { Encoder } from '$lib/embedding/encoder';
import { textsOf } from '$lib/embedding/second-stage/stage';
import { queryText, type QueryForm } from '$lib/retrieval/query-text';
import { dot } from '$lib/retrieval/views/dense';
import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';

const UNITS_A_STEP = 4;

/** The cosines of a pool's units as they come in: the leading units of the shown order first. */
export class PoolScores {
  /** By unit number; undefined until the unit is ready. */
  scores: (number | undefined)[] = $state.raw([]);
  #run = 0;

  async fill(
    encoder: Encoder,
    state: State,
    order: readonly number[],
    form: QueryForm,
    task: Task,
  ): Promise<void> {
    const run = (this.#run += 1);
    this.scores = [];
    const quiet = { ...task, progress: () => undefined };
    const { vectors: query } = await encoder.encode([queryText(state, form)], 'query', quiet);
    const named = new Set(order);
    const units = [...order, ...[...state.candidate_evidence.keys()].filter((unit) => !named.has(unit))];
    for (let from = 0; from < units.length; from += UNITS_A_STEP) {
      const step = units.slice(from, from + UNITS_A_STEP);
      const { vectors, dimensions } = await encoder.encode(textsOf(state, step), 'document', quiet);
      if (run !== this.#run) return;
      const scores = [...this.scores];
      step.forEach((unit, row) => {
        scores[unit] = dot(query, vectors.subarray(row * dimensions, (row + 1) * dimensions));
      });
      this.scores = scores;
      task.progress({ done: from + step.length, total: units.length, unit: 'units' });
    }
  }
}
