import { fillIntegers } from '../random/integers';
import { Pcg64 } from '../random/pcg64';
import {
  BLOCK,
  ZERO,
  type Brackets,
  type FlipBound,
  type Kernel,
  type Run,
  type Sheet,
  type Tally,
} from './kernel';

/** The reference kernel: plain loops, the digits that every other kernel must give. */
export const typescriptKernel: Kernel = {
  name: 'typescript',
  open: (sheet, capacity) => new TypescriptRun(sheet, capacity),
};

const emptyTally = (): Tally => ({
  sum: 0,
  above: 0,
  below: 0,
  lowUnder: 0,
  lowInside: 0,
  highUnder: 0,
  highInside: 0,
});

class TypescriptRun implements Run {
  private rng = new Pcg64(0);
  private brackets: Brackets = new Float64Array(0);
  private readonly tallies: Tally[];
  private readonly buffers: { low: Float64Array; high: Float64Array }[];
  private readonly draws: Uint32Array;
  /** Column sums of the block's rows: column c of row r at `c * BLOCK + r`; the zero column last. */
  private readonly rows: Float64Array;
  private readonly counts = new Float64Array(BLOCK);
  private bounds: FlipBound[] = [];
  private extreme: number[] = [];

  constructor(
    private readonly sheet: Sheet,
    capacity: number,
  ) {
    const pairs = sheet.pairs.length / 2;
    this.tallies = Array.from({ length: pairs }, emptyTally);
    this.buffers = Array.from({ length: pairs }, () => ({
      low: new Float64Array(capacity),
      high: new Float64Array(capacity),
    }));
    this.draws = new Uint32Array(sheet.clusters);
    this.rows = new Float64Array((sheet.columns + 1) * BLOCK);
  }

  start(seed: number, brackets: Brackets): void {
    this.rng = new Pcg64(seed);
    this.brackets = brackets;
    for (const tally of this.tallies) Object.assign(tally, emptyTally());
  }

  step(rows: number): void {
    for (let row = 0; row < rows; row += 1) {
      fillIntegers(this.rng, this.sheet.clusters, this.draws);
      this.sumRow(row, this.draws);
    }
    this.tallies.forEach((tally, pair) => this.count(pair, tally, rows));
  }

  tally(pair: number): Tally {
    return { ...(this.tallies[pair] ?? emptyTally()) };
  }

  kept(pair: number, side: 'low' | 'high'): Float64Array {
    const tally = this.tallies[pair];
    const buffer = this.buffers[pair]?.[side] ?? new Float64Array(0);
    return buffer.subarray(
      0,
      Math.min(side === 'low' ? (tally?.lowInside ?? 0) : (tally?.highInside ?? 0), buffer.length),
    );
  }

  startFlips(seed: number, bounds: FlipBound[]): void {
    this.rng = new Pcg64(seed);
    this.bounds = bounds;
    this.extreme = bounds.map(() => 0);
  }

  stepFlips(rows: number): void {
    for (let row = 0; row < rows; row += 1) {
      fillIntegers(this.rng, 2, this.draws);
      const kept = Array.from(this.draws).flatMap((sign, cluster) => (sign === 1 ? [cluster] : []));
      this.sumRow(row, kept);
    }
    this.bounds.forEach(({ whole, bound }, pair) => {
      const [left, right] = this.ends(pair);
      for (let row = 0; row < rows; row += 1) {
        const statistic = 2 * (this.at(left + row) - this.at(right + row)) - whole;
        if (Math.abs(statistic) >= bound) this.extreme[pair] = (this.extreme[pair] ?? 0) + 1;
      }
    });
  }

  flips(pair: number): number {
    return this.extreme[pair] ?? 0;
  }

  private at(index: number): number {
    return this.rows[index] ?? 0;
  }

  /** Where the rows of the pair's two columns start. */
  private ends(pair: number): [number, number] {
    return [(this.sheet.pairs[2 * pair] ?? 0) * BLOCK, (this.sheet.pairs[2 * pair + 1] ?? 0) * BLOCK];
  }

  private sumRow(row: number, clusters: ArrayLike<number>): void {
    const { sums, counts, columns, clusters: size } = this.sheet;
    for (let column = 0; column < columns; column += 1) {
      let sum = 0;
      for (let i = 0; i < clusters.length; i += 1) sum += sums[column * size + (clusters[i] ?? 0)] ?? 0;
      this.rows[column * BLOCK + row] = sum;
    }
    let states = 0;
    for (let i = 0; i < clusters.length; i += 1) states += counts[clusters[i] ?? 0] ?? 0;
    this.counts[row] = states;
  }

  private count(pair: number, tally: Tally, rows: number): void {
    const [left, right] = this.ends(pair);
    // Two running sums and a last odd row, as the SIMD kernel has them.
    const sums: [number, number] = [0, 0];
    let last = 0;
    for (let row = 0; row < rows; row += 1) {
      const estimate = (this.at(left + row) - this.at(right + row)) / (this.counts[row] ?? 1);
      if (row === rows - 1 && rows % 2 === 1) last = estimate;
      else sums[row % 2 === 0 ? 0 : 1] += estimate;
      if (estimate > ZERO) tally.above += 1;
      if (estimate < -ZERO) tally.below += 1;
      this.keep(pair, tally, estimate);
    }
    tally.sum += sums[0] + sums[1] + last;
  }

  private keep(pair: number, tally: Tally, estimate: number): void {
    const [lowFrom = 0, lowTo = 0, highFrom = 0, highTo = 0] = this.brackets.subarray(4 * pair, 4 * pair + 4);
    const buffers = this.buffers[pair];
    if (estimate < lowFrom) tally.lowUnder += 1;
    else if (estimate <= lowTo) {
      if (buffers && tally.lowInside < buffers.low.length) buffers.low[tally.lowInside] = estimate;
      tally.lowInside += 1;
    }
    if (estimate < highFrom) tally.highUnder += 1;
    else if (estimate <= highTo) {
      if (buffers && tally.highInside < buffers.high.length) buffers.high[tally.highInside] = estimate;
      tally.highInside += 1;
    }
  }
}
