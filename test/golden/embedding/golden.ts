import { readFileSync } from 'node:fs';

export interface GoldenVectors {
  model: string;
  rows: { text: string; token_ids: number[]; vector: number[] }[];
}

export const golden = (model: string): GoldenVectors =>
  JSON.parse(readFileSync(`test/golden/data/vectors/${model}.json`, 'utf8')) as GoldenVectors;

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
  return dot / Math.sqrt(aa * bb);
}
