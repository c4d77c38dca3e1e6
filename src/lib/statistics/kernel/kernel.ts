/** What a kernel works on: sums of scores by cluster, and which pairs of columns to compare. */
export interface Sheet {
  /** Number of clusters, in code-point order of their names. */
  clusters: number;
  /** States in each cluster (length `clusters`). */
  counts: Float64Array;
  /** Sums of scores: column c of cluster i at `c * clusters + i`. */
  sums: Float64Array;
  columns: number;
  /** Left and right column of each pair; the column number `columns` stands for zero (a method by itself). */
  pairs: Uint32Array;
}

/** Four numbers a pair: the low bracket's ends, the high bracket's ends. Estimates inside (ends too) are kept. */
export type Brackets = Float64Array;

/** What a kernel counted for a pair since `start`. */
export interface Tally {
  sum: number;
  /** Estimates above and below zero, by more than `ZERO`. */
  above: number;
  below: number;
  /** Estimates under each bracket, and inside it. */
  lowUnder: number;
  lowInside: number;
  highUnder: number;
  highInside: number;
}

/** A pair's sign-flip statistic: the whole difference of sums, and how far from zero counts as extreme. */
export interface FlipBound {
  whole: number;
  bound: number;
}

/** A kernel opened on a sheet. Memory does not grow with the number of rows. */
export interface Run {
  /** Starts the stream of draws anew and forgets all counts. */
  start(seed: number, brackets: Brackets): void;
  /** Draws the next `rows` resamples (at most `BLOCK`) and counts them. */
  step(rows: number): void;
  tally(pair: number): Tally;
  /** The first estimates kept in a bracket (at most `capacity`), in the order of the rows. A view: copy to keep. */
  kept(pair: number, side: 'low' | 'high'): Float64Array;
  startFlips(seed: number, bounds: FlipBound[]): void;
  stepFlips(rows: number): void;
  /** Flips at least as extreme as the pair's bound. */
  flips(pair: number): number;
}

export interface Kernel {
  name: 'wasm-simd' | 'typescript';
  open(sheet: Sheet, capacity: number): Run;
}

/** Rows a step may take. */
export const BLOCK = 64;

/** Estimates nearer to zero than this are zero: sums of thirds leave dust that no method has earned. */
export const ZERO = 1e-12;
