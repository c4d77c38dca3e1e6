import type { Dtype } from '../transformer/settings';
import bge from './bge-small-en-v1.5.json';
import minilm from './all-MiniLM-L6-v2.json';

/** Texts and the vectors that a model gives for them as documents, without a prefix. */
export interface StoredVectors {
  model: string;
  dtype: string;
  rows: { text: string; vector: number[] }[];
}

const STORED: readonly StoredVectors[] = [bge, minilm];

export const storedVectors = (model: string): StoredVectors | undefined =>
  STORED.find((stored) => stored.model === model);

/** Three texts for models without stored vectors: the first two are about the same thing, the third is not. */
export const SANITY_TEXTS: readonly string[] = [
  'Where is the timeout of a pooled connection applied?',
  'def acquire(self, timeout=None): hand out an idle connection of the pool or open a new one within the timeout',
  'The recipe asks for two ripe tomatoes, basil and a spoon of olive oil.',
];

/** Stored vectors are int8; other weights of the same model lie a little beside them. */
export const lowestCosine = (dtype: Dtype): number => (dtype === 'int8' ? 0.99 : 0.95);

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i += 1) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 0;
}
