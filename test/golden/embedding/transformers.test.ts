import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { openTransformerFolder } from '../../../scripts/models';
import { cosine, golden } from './golden';

const cases = [
  ['bge-small-en-v1.5', 'static/models'],
  ['all-MiniLM-L6-v2', '../shared/models'],
] as const;

for (const [name, folder] of cases) {
  test.skipIf(!existsSync(`${folder}/${name}`))(`${name} equals the reference vectors`, async () => {
    const encoder = await openTransformerFolder(name, folder);
    const { rows } = golden(name);
    // Golden vectors were made without a prefix: that is how a document is taken.
    const { vectors, dimensions, cut } = await encoder.encode(
      rows.map(({ text }) => text),
      'document',
      quietTask(),
    );
    expect(dimensions).toBe(384);
    expect(cut).toBe(1);
    for (const [i, { text, vector }] of rows.entries()) {
      const ours = vectors.subarray(i * 384, i * 384 + 384);
      expect(cosine(ours, vector), text.slice(0, 60)).toBeGreaterThanOrEqual(0.995);
    }
    await encoder.dispose();
  });
}
