/** What an interval was made with; printed with every number. */
export interface BootstrapSettings {
  seed: number;
  /** 0 computes no interval. */
  resamples: number;
  /** The interval's share, e.g. 0.95: its ends are the quantiles (1 - level) / 2 and (1 + level) / 2. */
  level: number;
}

export const DEFAULT_SETTINGS: BootstrapSettings = { seed: 20260915, resamples: 20_000, level: 0.95 };

/** The two quantiles of a level. 0.95 gives 0.025 and 0.975 to the digit. */
export function tails(level: number): { low: number; high: number } {
  if (!(level > 0 && level < 1))
    throw new RangeError(`An interval's level lies between 0 and 1; got ${level}.`);
  const low = Math.round(((1 - level) / 2) * 1e12) / 1e12;
  return { low, high: Math.round((1 - low) * 1e12) / 1e12 };
}

/** What the resamples of one pair say. */
export interface Interval {
  low: number;
  high: number;
  meanOfResamples: number;
  /** Shares of the resamples above and below zero (by more than 1e-12). */
  shareAbove: number;
  shareBelow: number;
}
