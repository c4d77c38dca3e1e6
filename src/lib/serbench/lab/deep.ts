import { smallestCompleteSet } from '$lib/retrieval/baselines/oracle';
import { randomExpectation } from '$lib/retrieval/baselines/random';
import { TooComplex } from '$lib/retrieval/baselines/too-complex';
import { toNumber, type Fraction } from '../exact/fraction';
import { groupRecall } from '../metrics/group-recall';
import type { Measure } from '../metrics/measure';
import { mssComplete } from '../metrics/mss-complete';
import { necessityWeightedRecall } from '../metrics/necessity-weighted-recall';
import { judgeBranches, type BranchSay } from './branches';
import { leaveOneOut, marginalValues, type Contribution } from './contributions';
import type { Draft } from './draft';
import type { Evaluation } from './evaluate';
import { whatIsMissing, type Missing } from './missing';
import { problemOf } from './problem';
import { minimalWitnesses } from './witnesses';

export const WITNESS_CAP = 60;

/** The measures in which the lab tells what a unit is worth, the gravest first. */
export const WORTH_MEASURES: readonly Measure[] = [mssComplete, groupRecall, necessityWeightedRecall];

/** What takes longer than a keystroke should: what the side panels say. Null where it was too complex. */
export interface Deep {
  missing: Missing | null;
  smallest: string[] | null;
  /** Whether `smallest` could be computed; null then means that nothing completes the certificate. */
  solved: boolean;
  witnesses: { sets: string[][]; all: boolean };
  branches: BranchSay[];
  held: Contribution[];
  added: Contribution[];
}

function orNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof TooComplex) return null;
    throw error;
  }
}

/** Reads the certificate: a diagnostic. `pool` in its own order; observed units stay in it. */
export function lookDeeper(
  { certificate, budget }: Draft,
  { compiled, delivered }: Evaluation,
  pool: readonly string[],
  measures: readonly Measure[],
): Deep {
  const k = budget.items;
  const problem = problemOf(compiled);
  const names = [...compiled.index.keys()];
  const { sets, all } = minimalWitnesses(problem, WITNESS_CAP);
  const smallest = orNull(() => ({ set: smallestCompleteSet(certificate, pool) }));
  const branches = certificate.alternative_minimal_sets.map((ids) => [
    ...new Set(ids.flatMap((id) => compiled.index.get(id) ?? [])),
  ]);
  return {
    missing: orNull(() => whatIsMissing(certificate, delivered.slice(0, k), pool)),
    smallest: smallest?.set ?? null,
    solved: smallest !== null,
    witnesses: { sets: sets.map((set) => set.map((unit) => names[unit] ?? '')), all },
    branches: judgeBranches(branches, problem, k),
    held: leaveOneOut(compiled, delivered, measures, k),
    added: marginalValues(compiled, delivered, pool, measures, k),
  };
}

export interface Chance {
  exact: Fraction;
  value: number;
}

/** The chance that as many random units of the pool as the budget admits are complete; null when too complex. */
export function blindChance({ certificate, budget }: Draft, pool: readonly string[]): Chance | null {
  const exact = orNull(() => randomExpectation(certificate, pool, budget.items).mss_complete);
  return exact && { exact, value: toNumber(exact) };
}
