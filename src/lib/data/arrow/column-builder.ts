import type { CellValue, ColumnType } from '../tables/spec';
import { TextColumn } from './text-column';
import { Validity } from './validity';

/** One column's part of a record batch: buffers in the order of Arrow's layout. They alias the builder's own. */
export interface ColumnParts {
  nullCount: number;
  bitmap: Uint8Array;
  values: ArrayBufferView[];
}

/** Collects one column's values and gives them as Arrow buffers; reused batch after batch. */
export interface ColumnBuilder {
  /** A value of another type than the column's counts as null. */
  add(value: CellValue): void;
  /** Bytes held. */
  readonly bytes: number;
  /** The values so far, to be copied before the next `add`; the builder is empty afterwards. */
  take(): ColumnParts;
}

const isInt32 = (value: CellValue): value is number => typeof value === 'number' && (value | 0) === value;

/** Numbers of one width: a value that does not fit is null. */
class NumberColumn<T extends Int32Array | Float64Array> implements ColumnBuilder {
  #values: T;
  #rows = 0;
  readonly #validity = new Validity();

  constructor(
    readonly make: (length: number) => T,
    readonly fits: (value: CellValue) => value is number,
  ) {
    this.#values = make(1 << 10);
  }

  add(value: CellValue): void {
    if (this.#rows === this.#values.length) {
      const larger = this.make(this.#rows * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    const fits = this.fits(value);
    if (!fits) this.#validity.markNull(this.#rows);
    this.#values[this.#rows] = fits ? value : 0;
    this.#rows += 1;
  }

  get bytes(): number {
    return this.#rows * this.#values.BYTES_PER_ELEMENT;
  }

  take(): ColumnParts {
    const taken = { ...this.#validity.take(this.#rows), values: [this.#values.subarray(0, this.#rows)] };
    this.#rows = 0;
    return taken;
  }
}

class BooleanColumn implements ColumnBuilder {
  #bits = new Uint8Array(1 << 8);
  #rows = 0;
  readonly #validity = new Validity();

  add(value: CellValue): void {
    const byte = this.#rows >> 3;
    if (byte === this.#bits.length) {
      const larger = new Uint8Array(byte * 2);
      larger.set(this.#bits);
      this.#bits = larger;
    }
    if (typeof value !== 'boolean') this.#validity.markNull(this.#rows);
    if (value === true) this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (this.#rows & 7));
    this.#rows += 1;
  }

  get bytes(): number {
    return this.#rows >> 3;
  }

  take(): ColumnParts {
    const bits = this.#bits.slice(0, (this.#rows + 7) >> 3);
    const taken = { ...this.#validity.take(this.#rows), values: [bits] };
    this.#bits.fill(0);
    this.#rows = 0;
    return taken;
  }
}

const isNumber = (value: CellValue): value is number => typeof value === 'number';

const makers: Record<ColumnType, () => ColumnBuilder> = {
  VARCHAR: () => new TextColumn(),
  INTEGER: () => new NumberColumn((length) => new Int32Array(length), isInt32),
  DOUBLE: () => new NumberColumn((length) => new Float64Array(length), isNumber),
  BOOLEAN: () => new BooleanColumn(),
};

export const columnBuilder = (type: ColumnType): ColumnBuilder => makers[type]();
