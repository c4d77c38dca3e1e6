/** Which rows of a column are null. */
export class Validity {
  #nulls: number[] = [];

  markNull(row: number): void {
    this.#nulls.push(row);
  }

  /** Arrow's bitmap (a set bit is a value); none where nothing is null. Empty afterwards. */
  take(rows: number): { nullCount: number; bitmap: Uint8Array } {
    const nullCount = this.#nulls.length;
    if (nullCount === 0) return { nullCount, bitmap: new Uint8Array(0) };
    const bitmap = new Uint8Array((rows + 7) >> 3).fill(0xff);
    for (const row of this.#nulls) bitmap[row >> 3] = (bitmap[row >> 3] ?? 0) & ~(1 << (row & 7));
    this.#nulls = [];
    return { nullCount, bitmap };
  }
}
