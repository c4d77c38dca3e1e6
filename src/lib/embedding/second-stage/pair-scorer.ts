import type { Task } from '$lib/serbench/task';
import type { TextKind, VectorIdentity } from '../encoder';

/** Ways to read a query and a unit that give one score a pair. */
export type PairKind = 'cross-encoder' | 'late-interaction' | 'learned-sparse';

/** A model (or an endpoint) that scores documents for a query. */
export interface PairScorer {
  readonly kind: PairKind;
  readonly identity: VectorIdentity;
  /** What is put before each kind of text. */
  readonly prefix: Readonly<Record<TextKind, string>>;
  /** A pair's score depends on the other documents of the call, as with an endpoint that may judge a whole list. */
  readonly listwise: boolean;
  /** One score a document, greater is better, in the documents' order; no fixed scale. */
  score(query: string, documents: readonly string[], task: Task): Promise<number[]>;
}

/** The name of all scores that may stand for each other, in the form of a vector space: a score is a vector of one. */
export function pairSpace({
  kind,
  identity,
  prefix,
}: Pick<PairScorer, 'kind' | 'identity' | 'prefix'>): string {
  const { model, revision, dtype, how } = identity;
  const around = [prefix.query, prefix.document].filter((text) => text !== '').join(' | ');
  return JSON.stringify([model, revision, dtype, `${kind} ${how}`, around]);
}

/** What a score depends on beside the model: both texts, and the whole list where that is judged. */
export function pairTexts(
  { listwise }: Pick<PairScorer, 'listwise'>,
  query: string,
  documents: readonly string[],
): string[] {
  const list = listwise ? documents.map((text) => `${text.length}\n${text}`).join('') : '';
  return documents.map((text) => JSON.stringify([query, text, list]));
}
