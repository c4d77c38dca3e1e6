import type { State, Unit } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import type { Vectors } from '$lib/retrieval/views/view';
import type { Encoder } from '$lib/embedding/encoder';

const questionOf = (state: State): string =>
  [state.information_need, state.current_subgoal, state.issue].join('\n');

const textOf = (unit: Unit): string => `${unit.source_path}\n${unit.content_excerpt}`;

/** What the dense view asks of an encoder for a state. */
export const askOf = (state: State) => ({
  query: questionOf(state),
  documents: state.candidate_evidence.map(textOf),
});

/** The dense view's vectors of a state: need, subgoal and issue against path and excerpt of each unit. */
export async function denseVectors(
  state: State,
  encoder: Encoder,
  task: Task,
  units: readonly Unit[] = state.candidate_evidence,
): Promise<Vectors> {
  const query = await encoder.encode([questionOf(state)], 'query', task);
  const { vectors, dimensions } = await encoder.encode(units.map(textOf), 'document', task);
  return {
    query: query.vectors,
    units: units.map((_, row) => vectors.subarray(row * dimensions, (row + 1) * dimensions)),
  };
}

/** Cosine of each unit with the state's question, by id. */
export async function similarities(
  state: State,
  ids: ReadonlySet<string>,
  encoder: Encoder,
  task: Task,
): Promise<Map<string, number>> {
  const units = state.candidate_evidence.filter((unit) => ids.has(unit.evidence_id));
  const { query, units: vectors } = await denseVectors(state, encoder, task, units);
  const cosine = (vector: ArrayLike<number>) =>
    Array.from(vector).reduce((sum, value, place) => sum + value * (query[place] ?? 0), 0);
  return new Map(units.map((unit, place) => [unit.evidence_id, cosine(vectors[place] ?? [])]));
}
