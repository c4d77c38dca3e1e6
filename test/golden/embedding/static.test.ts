import { expect, test } from 'vitest';
import { quietTask } from '$lib/serbench/task';
import { openStaticFolder } from '../../../scripts/models';
import { cosine, golden } from './golden';

test('the static encoder equals the reference vectors', async () => {
  const encoder = await openStaticFolder();
  const { rows } = golden('complement-static-256');
  const { vectors, dimensions, cut } = await encoder.encode(
    rows.map(({ text }) => text),
    'document',
    quietTask(),
  );
  expect(dimensions).toBe(256);
  expect(cut).toBe(1);
  for (const [i, { text, vector }] of rows.entries()) {
    const ours = vectors.subarray(i * 256, i * 256 + 256);
    expect(cosine(ours, vector), text.slice(0, 60)).toBeGreaterThanOrEqual(0.99999);
    expect(Math.hypot(...ours)).toBeCloseTo(1, 6);
  }
});

test('a text without tokens is the zero vector', async () => {
  const encoder = await openStaticFolder();
  const { vectors } = await encoder.encode(['', ' \n\t', '\u200b'], 'document', quietTask());
  expect([...vectors]).toEqual(new Array(3 * 256).fill(0));
});

test('a vector does not depend on the texts around it', async () => {
  const encoder = await openStaticFolder();
  const texts = golden('complement-static-256').rows.map(({ text }) => text);
  const together = await encoder.encode(texts, 'document', quietTask());
  for (const [i, text] of texts.entries()) {
    const alone = await encoder.encode([text], 'document', quietTask());
    expect(alone.vectors).toEqual(together.vectors.slice(i * 256, i * 256 + 256));
  }
});
