import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import type { Vectors } from '$lib/retrieval/views/view';
import type { Encoder } from '$lib/embedding/encoder';

/** The dense view's vectors of a state: need, subgoal and issue against path and excerpt of each unit. */
export async function denseVectors(state: State, encoder: Encoder, task: Task): Promise<Vectors> {
  const question = [state.information_need, state.current_subgoal, state.issue].join('\n');
  const texts = state.candidate_evidence.map((unit) => `${unit.source_path}\n${unit.content_excerpt}`);
  const query = await encoder.encode([question], 'query', task);
  const { vectors, dimensions } = await encoder.encode(texts, 'document', task);
  return {
    query: query.vectors,
    units: texts.map((_, row) => vectors.subarray(row * dimensions, (row + 1) * dimensions)),
  };
}
