import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrowSchema, BatchWriter, type Batch } from '$lib/data/arrow/batch-writer';
import { cellReader } from '$lib/data/arrow/values';
import { boolean, double, integer, text, type CellValue, type Row } from '$lib/data/tables/spec';

const table = {
  name: 'all_types',
  about: '',
  columns: [text('t', ''), integer('i', ''), double('d', ''), boolean('b', '')],
};

/** Reads streams back with Arrow's own reader, which shares no code with the writer but the metadata. */
function rowsOf(batches: readonly Batch[]): CellValue[][] {
  return batches.flatMap(({ bytes, rows }) => {
    const read = tableFromIPC(bytes);
    expect(read.schema.fields.map(String)).toEqual(arrowSchema(table).fields.map(String));
    expect(read.numRows).toBe(rows);
    const readers = read.schema.fields.map((_, i) => cellReader(read.getChildAt(i)!));
    return Array.from({ length: rows }, (_, row) => readers.map((cell) => cell(row)));
  });
}

function write(writer: BatchWriter, rows: readonly Row[]): Batch[] {
  return [...rows.map((row) => writer.add(row)), writer.flush()].filter((batch) => batch !== null);
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii', maxLength: 300 }),
  fc.constantFrom('', 'same', 'same', 'é'.repeat(99), '\0', '𝄞'.repeat(200)),
);
const anyCell = {
  t: fc.option(anyText),
  i: fc.option(fc.integer()),
  d: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  b: fc.option(fc.boolean()),
};
const anyRow: fc.Arbitrary<Row> = fc.record(anyCell).map(({ t, i, d, b }) => [t, i, d, b]);

describe('Arrow batches', () => {
  test('any rows come back as they were, batch after batch from one writer', () => {
    const writer = new BatchWriter(table);
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
        expect(rowsOf(write(writer, rows))).toEqual(rows);
      }),
    );
  });

  test('nothing to write is no batch', () => {
    expect(new BatchWriter(table).flush()).toBeNull();
  });

  test('a value of another type is null, a lone surrogate the replacement character', () => {
    const rows: Row[] = [
      [1, 1.5, 'x', 0],
      ['\ud800', 2 ** 31, 1, true],
      ['a\udc00'.repeat(80), -(2 ** 31), -0, false],
    ];
    expect(rowsOf(write(new BatchWriter(table), rows))).toEqual([
      [null, null, null, null],
      ['\ufffd', null, 1, true],
      ['a\ufffd'.repeat(80), -(2 ** 31), -0, false],
    ]);
  });

  test('large values and many rows grow the buffers, end batches, and lose nothing', () => {
    const rows: Row[] = Array.from({ length: 50_000 }, (_, i) => [`row ${i}`, i, i / 3, i % 3 === 0]);
    for (let i = 0; i < 7; i += 1) rows.push(['é'.repeat(500_000 * i), i, null, null]);
    const batches = write(new BatchWriter(table), rows);
    expect(batches.length).toBeGreaterThan(2);
    expect(rowsOf(batches)).toEqual(rows);
    for (const { bytes } of batches) expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  });

  test('a row of the wrong width is refused', () => {
    expect(() => new BatchWriter(table).add(['a'])).toThrow('has 1 cells, not 4');
  });
});
