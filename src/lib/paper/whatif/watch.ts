import { pilotBrackets } from '$lib/statistics/bootstrap/pair-search';
import { tails } from '$lib/statistics/bootstrap/settings';
import { BLOCK, type Run } from '$lib/statistics/kernel/kernel';
import { typescriptKernel } from '$lib/statistics/kernel/typescript';
import { quantile } from '$lib/statistics/quantile';
import { fillIntegers } from '$lib/statistics/random/integers';
import { Pcg64 } from '$lib/statistics/random/pcg64';

/** What is resampled: a cluster's states and the sum of their differences, in shares. */
export interface WatchedCluster {
  name: string;
  states: number;
  difference: number;
}

/** The interval after so many resamples. */
export interface Settling {
  drawn: number;
  low: number;
  high: number;
}

const LEVEL = 0.95;

/** Interval computed at these counts only: early ones close together, later ones far apart. */
const looks = (drawn: number): boolean => drawn < 10 || drawn % 10 ** Math.floor(Math.log10(drawn)) === 0;

/**
 * The app's own bootstrap, one resample at a time: the kernel that computes published intervals draws and estimates;
 * a second generator with the same seed tells which clusters were drawn. Clusters must be in code-point order.
 */
export class BootstrapWatch {
  readonly clusters: readonly WatchedCluster[];
  readonly limit: number;
  readonly history: Settling[] = [];
  #drawn = 0;
  readonly #run: Run;
  readonly #rng: Pcg64;
  readonly #row: Uint32Array;

  constructor(clusters: readonly WatchedCluster[], seed: number, limit: number) {
    this.clusters = clusters;
    this.limit = limit;
    const sheet = {
      clusters: clusters.length,
      counts: Float64Array.from(clusters, ({ states }) => states),
      sums: Float64Array.from(clusters, ({ difference }) => difference),
      columns: 1,
      pairs: Uint32Array.of(0, 1),
    };
    this.#run = typescriptKernel.open(sheet, limit);
    this.#run.start(seed, pilotBrackets(1));
    this.#rng = new Pcg64(seed);
    this.#row = new Uint32Array(clusters.length);
  }

  get drawn(): number {
    return this.#drawn;
  }

  get done(): boolean {
    return this.#drawn >= this.limit;
  }

  /** The estimates so far, in order. A view of the kernel's memory. */
  get estimates(): Float64Array {
    return this.#run.kept(0, 'low').subarray(0, this.#drawn);
  }

  /** How often each cluster was drawn in the last resample. */
  get multiplicities(): number[] {
    const counts = this.clusters.map(() => 0);
    if (this.#drawn > 0) for (const cluster of this.#row) counts[cluster] = (counts[cluster] ?? 0) + 1;
    return counts;
  }

  /** Draws up to `rows` more resamples. */
  step(rows: number): void {
    for (let left = Math.min(rows, this.limit - this.#drawn); left > 0;) {
      const next = Math.min(left, BLOCK, this.#toNextLook());
      this.#run.step(next);
      for (let at = 0; at < next; at += 1) fillIntegers(this.#rng, this.clusters.length, this.#row);
      this.#drawn += next;
      left -= next;
      if (looks(this.#drawn) || this.done) this.history.push({ drawn: this.#drawn, ...this.interval() });
    }
  }

  interval(): { low: number; high: number } {
    const ends = tails(LEVEL);
    return { low: quantile(this.estimates, ends.low), high: quantile(this.estimates, ends.high) };
  }

  /** The difference over all states, as observed. */
  get observed(): number {
    const states = this.clusters.reduce((sum, cluster) => sum + cluster.states, 0);
    return this.clusters.reduce((sum, cluster) => sum + cluster.difference, 0) / states;
  }

  #toNextLook(): number {
    let next = 1;
    while (!looks(this.#drawn + next)) next += 1;
    return next;
  }
}
