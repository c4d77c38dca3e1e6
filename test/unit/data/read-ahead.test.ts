import { describe, expect, test } from 'vitest';
import { ReadAhead, type KeptBatch } from '$lib/data/duckdb/read-ahead';
import type { PreparedTable } from '$lib/data/ingest/prepared';

const MB = 1 << 20;

/** A table whose batches are filled with their own number. */
function table(name: string, sizes: number[]): PreparedTable {
  const parts = sizes.map((size, i) => new Uint8Array(size).fill(i + 1));
  return { name, rows: sizes.length, batches: sizes, content: new Blob(parts) };
}

async function all(reading: ReadAhead): Promise<KeptBatch[]> {
  const batches: KeptBatch[] = [];
  for await (const batch of reading.batches()) batches.push({ ...batch, bytes: batch.bytes.slice() });
  return batches;
}

describe('reading kept tables ahead', () => {
  test.each([1, 4])('gives every batch in order, %i pieces ahead', async (ahead) => {
    const sizes = [3 * MB, 9 * MB, 7 * MB, 20 * MB, 5, 1];
    const tables = [table('a', sizes), table('empty', []), table('b', [10])];
    const batches = await all(new ReadAhead(tables, ahead));
    expect(batches.map(({ table, bytes }) => [table, bytes.length, bytes[0], bytes.at(-1)])).toEqual([
      ...sizes.map((size, i) => ['a', size, i + 1, i + 1]),
      ['b', 10, 1, 1],
    ]);
    expect(batches.at(-1)?.done).toBe(sizes.reduce((sum, size) => sum + size, 10));
  });

  test('never has more pieces read than it may', async () => {
    let open = 0;
    let most = 0;
    const content = new Blob([new Uint8Array(10 * MB)]);
    content.slice = () => {
      const piece = new Blob([new Uint8Array(10 * MB)]);
      piece.arrayBuffer = () => {
        open += 1;
        most = Math.max(most, open);
        return Promise.resolve(new ArrayBuffer(10 * MB));
      };
      return piece;
    };
    const batches = Array.from({ length: 8 }, () => 10 * MB);
    const reading = new ReadAhead([{ name: 'a', rows: 8, batches, content }], 3);
    expect(open).toBe(3);
    let taken = 0;
    for await (const batch of reading.batches()) {
      taken += 1;
      open -= 1;
      expect(batch.bytes).toHaveLength(10 * MB);
    }
    expect(taken).toBe(8);
    expect(most).toBeLessThanOrEqual(4);
  });

  test('a Blob that the browser has lost is an error where it is read, not before', async () => {
    const content = new Blob(['x']);
    content.slice = () => {
      const piece = new Blob(['x']);
      piece.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
      return piece;
    };
    const reading = new ReadAhead([table('b', [4]), { name: 'a', rows: 1, batches: [1], content }]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    await expect(all(reading)).rejects.toMatchObject({ name: 'NotReadableError' });
  });
});
