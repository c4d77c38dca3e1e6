/** A growing list of 32-bit integers without boxing. */
export class IntList {
  data: Int32Array;
  length = 0;

  constructor(capacity = 256) {
    this.data = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length] = value;
    this.length += 1;
  }

  /** Makes room for so many more values and returns the array, to be written from `length` on. */
  reserve(more: number): Int32Array {
    if (this.length + more > this.data.length) {
      const grown = new Int32Array(Math.max(this.data.length * 2, this.length + more));
      grown.set(this.data);
      this.data = grown;
    }
    return this.data;
  }

  at(index: number): number {
    return this.data[index] ?? 0;
  }

  /** The values so far, copied. */
  values(): Int32Array {
    return this.data.slice(0, this.length);
  }
}
