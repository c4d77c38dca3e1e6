import { expect } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { openTransformerFolder } from '../../../scripts/models';
import { cosine, golden } from './golden';

/** Checks a transformer of a folder against the golden vectors of its name. */
export async function expectReferenceVectors(name: string, folder: string): Promise<void> {
  const encoder = await openTransformerFolder(name, folder);
  const { rows } = golden(name);
  // Golden vectors were made without a prefix: that is how a document is taken.
  const texts = rows.map(({ text }) => text);
  const { vectors, dimensions, cut } = await encoder.encode(texts, 'document', quietTask());
  expect(dimensions).toBe(384);
  expect(cut).toBe(1);
  for (const [i, { text, vector }] of rows.entries()) {
    const ours = vectors.subarray(i * 384, i * 384 + 384);
    expect(cosine(ours, vector), text.slice(0, 60)).toBeGreaterThanOrEqual(0.995);
  }
  await encoder.dispose();
}
