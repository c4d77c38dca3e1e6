import type { State } from '$lib/serbench/state';
import type { Task } from '$lib/serbench/task';
import { documentText } from '../analysis/state-analysis';
import { queryText, type QueryForm } from '../query-text';
import type { Vectors } from '../views/view';

/** What ranking needs of an encoder: rows of unit length, one a text, each by its own text alone. */
export interface TextEncoder {
  encode(
    texts: readonly string[],
    kind: 'query' | 'document',
    task: Task,
  ): Promise<{ vectors: Float32Array; dimensions: number }>;
}

/** The vectors of texts, one a text. */
export async function encodeRows(
  encoder: TextEncoder,
  texts: readonly string[],
  kind: 'query' | 'document',
  task: Task,
): Promise<Float32Array[]> {
  if (texts.length === 0) return [];
  const { vectors, dimensions } = await encoder.encode(texts, kind, task);
  return texts.map((_, i) => vectors.subarray(i * dimensions, (i + 1) * dimensions));
}

/** What the dense view is handed for one state: its query in one form and its pool, read by one encoder. */
export async function denseVectors(
  state: State,
  encoder: TextEncoder,
  task: Task,
  form: QueryForm = 'dense',
): Promise<Vectors> {
  const [query = new Float32Array()] = await encodeRows(encoder, [queryText(state, form)], 'query', task);
  const units = await encodeRows(encoder, state.candidate_evidence.map(documentText), 'document', task);
  return { query, units };
}

/** The task with its progress kept to itself: a part of a longer job counts states, not texts. */
export const withoutProgress = (task: Task): Task => ({
  signal: task.signal,
  progress: () => undefined,
  checkpoint: () => task.checkpoint(),
});
