import { maxSim } from '$lib/retrieval/rankers/late-interaction';
import { sparseDot } from '$lib/retrieval/rankers/learned-sparse';
import type { Task } from '$lib/serbench/task';
import type { PairKind } from '../second-stage/pair-scorer';
import type { HeldModel } from './held';

type Read<T> = (texts: string[], kind: 'query' | 'document', task: Task) => Promise<T[]>;

/** Which kinds of pair scores a model gives. */
export const PAIRS_OF: Readonly<Record<HeldModel['kind'], PairKind | null>> = {
  static: null,
  encoder: 'late-interaction',
  relevance: 'cross-encoder',
  terms: 'learned-sparse',
};

/**
 * Scores pairs with a model of this thread. Token vectors and expansions are made and used one document after the
 * other, so that memory holds one of them; the last query is kept, as the documents of a state come in several calls.
 */
export function pairScoring(
  model: HeldModel,
): (query: string, documents: readonly string[], task: Task) => Promise<number[]> {
  switch (model.kind) {
    case 'relevance':
      return async (query, documents, task) => (await model.model.relevance(query, documents, task)).scores;
    case 'encoder':
      return onePerDocument((texts, kind, task) => model.encoder.tokenVectors(texts, kind, task), maxSim);
    case 'terms':
      return onePerDocument((texts, _kind, task) => model.model.terms(texts, task), sparseDot);
    case 'static':
      throw new TypeError('A static model gives one vector a text: it scores no pairs.');
  }
}

function onePerDocument<T>(read: Read<T>, score: (query: T, document: T) => number) {
  let last: { text: string; read: T } | null = null;
  return async (query: string, documents: readonly string[], task: Task): Promise<number[]> => {
    const quiet = { ...task, progress: () => undefined };
    const readOne = async (text: string, kind: 'query' | 'document'): Promise<T> => {
      const [one] = await read([text], kind, quiet);
      if (one === undefined) throw new Error('The model gave nothing for a text.');
      return one;
    };
    if (last?.text !== query) last = { text: query, read: await readOne(query, 'query') };
    const { read: asked } = last;
    const scores: number[] = [];
    for (const document of documents) {
      scores.push(score(asked, await readOne(document, 'document')));
      task.progress({ done: scores.length, total: documents.length, unit: 'units' });
    }
    return scores;
  };
}
