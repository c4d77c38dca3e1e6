import type { Outcomes } from './outcomes';

/**
 * The exact two-sided sign test: the probability of a split of wins and losses at least this uneven when either is
 * equally likely, ties left out: min(1, 2 P(X <= min(w, l))), X ~ Binomial(w + l, 1/2). It takes every state as
 * independent of the others; 1 when all are ties.
 */
export function signTest({ wins, losses }: Outcomes): number {
  const n = wins + losses;
  // Terms relative to the largest that is summed: none overflows, and those that underflow do not count.
  const top = Math.min(wins, losses);
  let term = 1;
  let sum = 0;
  for (let i = top; i >= 0 && term > 0; i -= 1) {
    sum += term;
    term *= i / (n - i + 1);
  }
  let logTop = -n * Math.LN2;
  for (let i = 1; i <= top; i += 1) logTop += Math.log((n - top + i) / i);
  return Math.min(1, 2 * sum * Math.exp(logTop));
}
