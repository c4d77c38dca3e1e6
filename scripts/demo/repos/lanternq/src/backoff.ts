export interface BackoffOptions {
  baseDelayMs: number;
  maxDelayMs: number;
}

/** Doubles per failure, up to the cap. `failures` counts from 1. */
export function plainDelay(failures: number, options: BackoffOptions): number {
  const doubled = options.baseDelayMs * 2 ** (failures - 1);
  return Math.min(doubled, options.maxDelayMs);
}

/** Spreads jobs that failed together: up to half of the delay is added, by `random` in [0, 1). */
export function nextDelay(failures: number, options: BackoffOptions, random: () => number): number {
  const delay = plainDelay(failures, options);
  return Math.round(delay * (1 + random() / 2));
}
