import { RowTable } from './kernel/kernel';
import type { StaticModel } from './model';

/**
 * Turns texts into vectors: the sum of `weight * row` over a text's tokens, L2-normalised (the division by their
 * number cancels). Equal tokens of a text are counted first and added once, in the order of their first place, so
 * the digits of a text's vector depend on that text alone. A text without tokens is the zero vector.
 */
export class StaticPool {
  private readonly ids: Int32Array;
  private readonly seen: Int32Array;
  private readonly times: Int32Array;
  private readonly distinct: Int32Array;
  private readonly table: RowTable;
  private stamp = 0;

  constructor(private readonly model: StaticModel) {
    this.ids = new Int32Array(model.limit);
    this.distinct = new Int32Array(model.limit);
    this.seen = new Int32Array(model.weights.length);
    this.times = new Int32Array(model.weights.length);
    this.table = new RowTable(model.rows, model.dimensions, model.limit);
  }

  /** Writes the text's vector at `out[at..]`; returns the tokens of the whole text. */
  encodeInto(text: string, out: Float32Array, at: number): number {
    const { tokenizer, limit } = this.model;
    const total = tokenizer.encodeInto(text, this.ids, limit);
    const size = this.count(Math.min(total, limit));
    this.weigh(size);
    this.table.sum(size);
    const { sums } = this.table;
    let square = 0;
    for (const value of sums) square += value * value;
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let d = 0; d < sums.length; d += 1) out[at + d] = (sums[d] as number) * scale;
    return total;
  }

  /** Counts the kept tokens; returns how many are different. */
  private count(kept: number): number {
    const { ids, seen, times, distinct } = this;
    const { unknown } = this.model;
    this.stamp += 1;
    let size = 0;
    for (let i = 0; i < kept; i += 1) {
      const id = ids[i] as number;
      if (id === unknown) continue;
      if (seen[id] === this.stamp) {
        times[id] = (times[id] as number) + 1;
        continue;
      }
      seen[id] = this.stamp;
      times[id] = 1;
      distinct[size] = id;
      size += 1;
    }
    return size;
  }

  private weigh(size: number): void {
    const { weights, mapping } = this.model;
    const { starts, factors } = this.table;
    for (let i = 0; i < size; i += 1) {
      const id = this.distinct[i] as number;
      factors[i] = (weights[id] as number) * (this.times[id] as number);
      starts[i] = this.table.addressOf(mapping === null ? id : (mapping[id] as number));
    }
  }
}
