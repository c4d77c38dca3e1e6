import type { CellValue } from '../tables/spec';
import type { ColumnBuilder } from './column-builder';
import { Validity } from './validity';

const encoder = new TextEncoder();

/** Up to here a loop over characters is quicker than a call of the encoder with a view made for it. */
const SHORT = 100;

/** UTF-8 goes straight into one growing buffer, offsets into another; both are kept from batch to batch. */
export class TextColumn implements ColumnBuilder {
  #text = new Uint8Array(1 << 16);
  #offsets = new Int32Array(1 << 10);
  #rows = 0;
  #end = 0;
  readonly #validity = new Validity();
  /** Many columns repeat a value row after row: its bytes are copied. */
  #last: string | null = null;
  #lastStart = 0;
  #lastEnd = 0;

  add(value: CellValue): void {
    if (typeof value === 'string') this.#append(value);
    else this.#validity.markNull(this.#rows);
    this.#rows += 1;
    if (this.#rows >= this.#offsets.length) {
      const larger = new Int32Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#rows] = this.#end;
  }

  get bytes(): number {
    return this.#end;
  }

  take() {
    const taken = {
      ...this.#validity.take(this.#rows),
      values: [this.#offsets.subarray(0, this.#rows + 1), this.#text.subarray(0, this.#end)],
    };
    this.#rows = 0;
    this.#end = 0;
    this.#last = null;
    return taken;
  }

  #append(value: string): void {
    const start = this.#end;
    if (start + value.length > this.#text.length) this.#grow(start + value.length);
    if (value === this.#last) {
      this.#reserve(this.#lastEnd - this.#lastStart);
      this.#text.copyWithin(start, this.#lastStart, this.#lastEnd);
      this.#end += this.#lastEnd - this.#lastStart;
    } else if (value.length > SHORT || !this.#appendAscii(value)) this.#encode(value);
    this.#last = value;
    this.#lastStart = start;
    this.#lastEnd = this.#end;
  }

  /** False, with nothing appended, when there is more than ASCII. */
  #appendAscii(value: string): boolean {
    const text = this.#text;
    let at = this.#end;
    for (let i = 0; i < value.length; i += 1) {
      const code = value.charCodeAt(i);
      if (code > 127) return false;
      text[at++] = code;
    }
    this.#end = at;
    return true;
  }

  #encode(value: string): void {
    let part = encoder.encodeInto(value, this.#text.subarray(this.#end));
    if (part.read < value.length) {
      // Beyond ASCII: three bytes per UTF-16 unit are always enough.
      this.#reserve(3 * value.length);
      part = encoder.encodeInto(value, this.#text.subarray(this.#end));
    }
    this.#end += part.written;
  }

  #reserve(length: number): void {
    if (this.#end + length > this.#text.length) this.#grow(this.#end + length);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#text.length * 2));
    larger.set(this.#text.subarray(0, this.#end));
    this.#text = larger;
  }
}
