import { Bool, Float64, Int32, makeData, Utf8, type Data } from 'apache-arrow';
import type { CellValue, ColumnType } from '../tables/spec';

/** Collects one column's values and gives them as Arrow data; reused batch after batch. */
export interface ColumnBuilder {
  add(value: CellValue): void;
  /** Bytes held. */
  readonly bytes: number;
  /** The values so far; the builder is empty afterwards. The data may alias the builder's buffers. */
  take(): Data;
}

class Nulls {
  #rows: number[] = [];

  mark(row: number): void {
    this.#rows.push(row);
  }

  take(length: number): { nullCount: number; nullBitmap?: Uint8Array } {
    if (this.#rows.length === 0) return { nullCount: 0 };
    const nullBitmap = new Uint8Array((length + 7) >> 3).fill(0xff);
    for (const row of this.#rows) nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) & ~(1 << (row & 7));
    const nullCount = this.#rows.length;
    this.#rows = [];
    return { nullCount, nullBitmap };
  }
}

const encoder = new TextEncoder();

/** UTF-8 is written straight into one growing buffer: no string array, no second copy. */
function textBuilder(): ColumnBuilder {
  let buffer = new Uint8Array(1 << 16);
  let offsets = new Int32Array(1 << 10);
  let rows = 0;
  let at = 0;
  const nulls = new Nulls();
  const grow = (needed: number) => {
    const larger = new Uint8Array(Math.max(needed, buffer.length * 2));
    larger.set(buffer.subarray(0, at));
    buffer = larger;
  };
  return {
    add(value) {
      if (typeof value === 'string') {
        if (at + value.length > buffer.length) grow(at + value.length);
        let part = encoder.encodeInto(value, buffer.subarray(at));
        if (part.read < value.length) {
          // Beyond ASCII: three bytes per UTF-16 unit are always enough.
          grow(at + 3 * value.length);
          part = encoder.encodeInto(value, buffer.subarray(at));
        }
        at += part.written;
      } else nulls.mark(rows);
      rows += 1;
      if (rows >= offsets.length) {
        const larger = new Int32Array(offsets.length * 2);
        larger.set(offsets);
        offsets = larger;
      }
      offsets[rows] = at;
    },
    get bytes() {
      return at;
    },
    take() {
      const data = makeData({
        type: new Utf8(),
        length: rows,
        valueOffsets: offsets.subarray(0, rows + 1),
        data: buffer.subarray(0, at),
        ...nulls.take(rows),
      });
      rows = 0;
      at = 0;
      return data;
    },
  };
}

const isInt32 = (value: CellValue): value is number => typeof value === 'number' && (value | 0) === value;

function integerBuilder(): ColumnBuilder {
  let values: number[] = [];
  const nulls = new Nulls();
  return {
    add(value) {
      if (!isInt32(value)) nulls.mark(values.length);
      values.push(isInt32(value) ? value : 0);
    },
    get bytes() {
      return values.length * 4;
    },
    take() {
      const length = values.length;
      const data = makeData({
        type: new Int32(),
        length,
        data: Int32Array.from(values),
        ...nulls.take(length),
      });
      values = [];
      return data;
    },
  };
}

function doubleBuilder(): ColumnBuilder {
  let values: number[] = [];
  const nulls = new Nulls();
  return {
    add(value) {
      if (typeof value !== 'number') nulls.mark(values.length);
      values.push(typeof value === 'number' ? value : 0);
    },
    get bytes() {
      return values.length * 8;
    },
    take() {
      const length = values.length;
      const data = makeData({
        type: new Float64(),
        length,
        data: Float64Array.from(values),
        ...nulls.take(length),
      });
      values = [];
      return data;
    },
  };
}

function booleanBuilder(): ColumnBuilder {
  let values: boolean[] = [];
  const nulls = new Nulls();
  return {
    add(value) {
      if (typeof value !== 'boolean') nulls.mark(values.length);
      values.push(value === true);
    },
    get bytes() {
      return values.length >> 3;
    },
    take() {
      const length = values.length;
      const bits = new Uint8Array((length + 7) >> 3);
      values.forEach((value, i) => {
        if (value) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
      });
      const data = makeData({ type: new Bool(), length, data: bits, ...nulls.take(length) });
      values = [];
      return data;
    },
  };
}

export const columnBuilder = (type: ColumnType): ColumnBuilder =>
  ({ VARCHAR: textBuilder, INTEGER: integerBuilder, DOUBLE: doubleBuilder, BOOLEAN: booleanBuilder })[type]();
