/**
 * Units by value, the best on top; values may only fall. A binary heap that knows each unit's place, so that taking
 * the best and lowering a value cost the logarithm of the number of units. Equal values by `tieOrder`, then by number.
 */
export class BestFirst {
  private readonly heap: Int32Array;
  private readonly places: Int32Array;
  private length: number;

  /** @param values one a unit; read through, so that the caller keeps them */
  constructor(
    private readonly values: Float64Array,
    private readonly tieOrder: ArrayLike<number>,
  ) {
    this.length = values.length;
    this.heap = Int32Array.from(values, (_, unit) => unit);
    this.places = Int32Array.from(values, (_, unit) => unit);
    for (let at = (this.length >> 1) - 1; at >= 0; at -= 1) this.sink(at);
  }

  get size(): number {
    return this.length;
  }

  has(unit: number): boolean {
    return (this.places[unit] ?? -1) >= 0;
  }

  /** Removes the best unit and returns it; -1 when none is left. */
  take(): number {
    if (this.length === 0) return -1;
    const best = this.heap[0] ?? -1;
    this.length -= 1;
    const last = this.heap[this.length] ?? -1;
    this.places[best] = -1;
    if (this.length > 0) {
      this.put(0, last);
      this.sink(0);
    }
    return best;
  }

  /** Sets a unit that is still there to a value not above its present one. */
  lower(unit: number, value: number): void {
    this.values[unit] = value;
    this.sink(this.places[unit] ?? 0);
  }

  private put(at: number, unit: number): void {
    this.heap[at] = unit;
    this.places[unit] = at;
  }

  private before(a: number, b: number): boolean {
    const x = this.values[a] ?? 0;
    const y = this.values[b] ?? 0;
    if (x !== y) return x > y;
    const i = this.tieOrder[a] ?? 0;
    const j = this.tieOrder[b] ?? 0;
    return i === j ? a < b : i < j;
  }

  private sink(from: number): void {
    const unit = this.heap[from] ?? 0;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.length) break;
      const right = child + 1;
      if (right < this.length && this.before(this.heap[right] ?? 0, this.heap[child] ?? 0)) child = right;
      const other = this.heap[child] ?? 0;
      if (!this.before(other, unit)) break;
      this.put(at, other);
      at = child;
    }
    this.put(at, unit);
  }
}
