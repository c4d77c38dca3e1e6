/** Tasks won, tied and lost by one method against another, one task a cluster. */
export interface WinLoss {
  wins: number;
  ties: number;
  losses: number;
}

/**
 * What resampling such tasks with replacement gives, without drawing: a resample of n tasks holds W wins and L losses
 * with the multinomial probabilities of the observed shares. Returns, for each value of W - L from -n to n, its
 * probability (Efron's ideal bootstrap of a mean of -1, 0 and 1).
 */
export function resampledDifferences({ wins, ties, losses }: WinLoss): Float64Array {
  const n = wins + ties + losses;
  let known = Float64Array.of(1);
  for (let drawn = 0; drawn < n; drawn += 1) {
    const next = new Float64Array(known.length + 2);
    known.forEach((probability, at) => {
      next[at] = (next[at] as number) + (probability * losses) / n;
      next[at + 1] = (next[at + 1] as number) + (probability * ties) / n;
      next[at + 2] = (next[at + 2] as number) + (probability * wins) / n;
    });
    known = next;
  }
  return known;
}

/**
 * The percentile interval of (W - L) / n, in points: the exact quantiles at 2.5% and 97.5% of the distribution above,
 * each the smallest value whose cumulative probability reaches it. Seeded draws land on the same step, but for chance
 * where the cumulative probability lies next to a bound.
 */
export function exactInterval(counts: WinLoss, level = 0.95): { low: number; high: number } {
  const n = counts.wins + counts.ties + counts.losses;
  const probabilities = resampledDifferences(counts);
  const quantile = (share: number): number => {
    let sum = 0;
    // What 2n additions of floats may be off by: far below the smallest step of the distribution.
    const at = probabilities.findIndex((probability) => (sum += probability) >= share - 1e-12);
    return (((at < 0 ? probabilities.length - 1 : at) - n) / n) * 100;
  };
  return { low: quantile((1 - level) / 2), high: quantile((1 + level) / 2) };
}

/**
 * Exact two-sided sign test: ties say nothing, and under the null each other task is won with probability one half.
 * Twice the smaller tail, at most 1.
 */
export function signTest({ wins, losses }: WinLoss): number {
  const n = wins + losses;
  let term = 0.5 ** n;
  let tail = term;
  for (let i = 0; i < Math.min(wins, losses); i += 1) {
    term *= (n - i) / (i + 1);
    tail += term;
  }
  return Math.min(1, 2 * tail);
}

/** The fewest wins without a loss from which on the percentile interval of n tasks leaves zero. */
export function winsToExcludeZero(n: number, level = 0.95): number {
  let wins = 1;
  while (wins < n && (1 - wins / n) ** n >= (1 - level) / 2) wins += 1;
  return wins;
}
