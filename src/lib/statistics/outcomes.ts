/** How a left method fares against a right one, state by state. */
export interface Outcomes {
  wins: number;
  ties: number;
  losses: number;
}

/** Counts left > right, equal, and less. Throws when the columns differ in length. */
export function countOutcomes(left: ArrayLike<number>, right: ArrayLike<number>): Outcomes {
  if (left.length !== right.length)
    throw new RangeError(`Paired columns need the same states: ${left.length} against ${right.length}.`);
  const outcomes = { wins: 0, ties: 0, losses: 0 };
  for (let i = 0; i < left.length; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference > 0) outcomes.wins += 1;
    else if (difference < 0) outcomes.losses += 1;
    else outcomes.ties += 1;
  }
  return outcomes;
}
