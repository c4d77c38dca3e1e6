import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RowTable } from '$lib/embedding/static-encoder/kernel/kernel';
import { compileKernel } from '../../../scripts/build-kernel';

test('the committed kernel is what its source compiles to', async () => {
  const committed = readFileSync('src/lib/embedding/static-encoder/kernel/wasm.ts', 'utf8');
  expect(await compileKernel('pool')).toBe(committed);
});

test.each([
  ['int8', Int8Array, 16],
  ['int8, padded', Int8Array, 24],
  ['float32', Float32Array, 32],
  ['float32, padded', Float32Array, 5],
])('%s rows: the weighted sum, and later sums forget earlier ones', (_, Rows, dimensions) => {
  const rows = new Rows(Array.from({ length: 7 * dimensions }, (_, i) => ((i * 37) % 251) - 125));
  const table = new RowTable(rows, dimensions, 4);
  for (const picks of [[6, 0, 3], [1, 1], [], [5]]) {
    const factors = picks.map((_, i) => 0.5 + i);
    picks.forEach((row, i) => {
      table.starts[i] = table.addressOf(row);
      table.factors[i] = factors[i]!;
    });
    table.sum(picks.length);
    const expected = Array.from({ length: dimensions }, (_, d) =>
      picks.reduce((sum, row, i) => sum + factors[i]! * rows[row * dimensions + d]!, 0),
    );
    expect([...table.sums]).toEqual(expected);
  }
});
