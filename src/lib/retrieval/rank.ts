/**
 * Rankings inside a pool: unit numbers (places in `candidate_evidence`), best first. Equal scores stand by evidence
 * id ascending (`tieOrder`), so the order of the candidates is never seen.
 */
export type Order = readonly number[];

const byScore = (scores: ArrayLike<number>, tieOrder: ArrayLike<number>) => (a: number, b: number) =>
  (scores[b] ?? 0) - (scores[a] ?? 0) || (tieOrder[a] ?? 0) - (tieOrder[b] ?? 0);

/** Every unit. */
export function orderAll(scores: ArrayLike<number>, tieOrder: ArrayLike<number>): number[] {
  return Array.from(scores, (_, unit) => unit).sort(byScore(scores, tieOrder));
}

/** The units with a score above 0: a unit that a view scores 0 has no place in its ranking. */
export function orderSpoken(scores: ArrayLike<number>, tieOrder: ArrayLike<number>): number[] {
  const spoken: number[] = [];
  for (let unit = 0; unit < scores.length; unit += 1) if ((scores[unit] ?? 0) > 0) spoken.push(unit);
  return spoken.sort(byScore(scores, tieOrder));
}

/** `silent`: nothing to say; `flat`: the same positive score for every unit, so the order is that of the ids. */
export type Signal = 'spoke' | 'flat' | 'silent';

export function signalOf(scores: ArrayLike<number>): Signal {
  const first = scores[0] ?? 0;
  let spoken = false;
  let flat = true;
  for (let unit = 0; unit < scores.length; unit += 1) {
    const score = scores[unit] ?? 0;
    if (score > 0) spoken = true;
    if (score !== first) flat = false;
  }
  if (!spoken) return 'silent';
  return flat && scores.length > 1 ? 'flat' : 'spoke';
}

/** 1-based ranks by unit; 0 for a unit that is not in the order. */
export function ranksOf(order: Order, units: number): Int32Array {
  const ranks = new Int32Array(units);
  order.forEach((unit, place) => (ranks[unit] = place + 1));
  return ranks;
}
