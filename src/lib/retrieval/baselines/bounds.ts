import type { Certificate } from '$lib/serbench/certificate';
import { meanOf, toNumber, type Fraction } from '$lib/serbench/exact/fraction';
import type { SplitIndex } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';
import { smallestCompleteSet } from './oracle';
import { randomExpectation, type RandomExpectation } from './random';
import { TooComplex } from './too-complex';

/** What a pool alone already gives at a cutoff: the floor of a blind choice and the ceiling of a perfect one. */
export interface Bounds {
  k: number;
  /** Expectations of a uniform choice, exact and then rounded; null when some state could not be counted. */
  random: Record<keyof RandomExpectation, number> | null;
  /** The share of states that some k units complete; null when some state could not be solved. */
  oracleComplete: number | null;
}

/** A state's smallest complete set and exact chances, for its page. */
export interface StateBounds {
  state_id: string;
  /** Null when the pool cannot complete the certificate. */
  smallest: string[] | null;
  /** By cutoff, in the order given: the exact chance that a uniform choice is complete. */
  randomComplete: (number | null)[];
}

const KEYS = ['mss_complete', 'group_recall', 'necessity_weighted_recall', 'any_hit'] as const;

/** Over all states of a split. Reads certificates: a diagnostic, no method. */
export async function poolBounds(
  split: SplitIndex,
  certificates: ReadonlyMap<string, Certificate>,
  cutoffs: readonly number[],
  task: Task,
): Promise<{ bounds: Bounds[]; states: StateBounds[] }> {
  const expected: (RandomExpectation[] | null)[] = cutoffs.map(() => []);
  const smallestSizes: number[] = [];
  let solved = true;
  const states: StateBounds[] = [];
  for (const state of split.values()) {
    const certificate = certificates.get(state.state_id);
    if (!certificate) continue;
    await task.checkpoint();
    task.progress({ done: states.length, total: split.size, unit: 'states', note: 'Counting' });
    const pool = [...state.ids];
    const smallest = orNull(() => ({ set: smallestCompleteSet(certificate, pool) }));
    if (smallest) smallestSizes.push(smallest.set?.length ?? Number.POSITIVE_INFINITY);
    else solved = false;
    const chances = cutoffs.map((k) => orNull(() => randomExpectation(certificate, pool, k)));
    chances.forEach((chance, i) => {
      if (chance) expected[i]?.push(chance);
      else expected[i] = null;
    });
    states.push({
      state_id: state.state_id,
      smallest: smallest?.set ?? null,
      randomComplete: chances.map((chance) => (chance ? toNumber(chance.mss_complete) : null)),
    });
  }
  const bounds = cutoffs.map((k, i) => ({
    k,
    random: meanExpectation(expected[i] ?? null),
    oracleComplete:
      solved && states.length > 0 ? smallestSizes.filter((size) => size <= k).length / states.length : null,
  }));
  return { bounds, states };
}

function meanExpectation(values: RandomExpectation[] | null): Record<keyof RandomExpectation, number> | null {
  if (!values || values.length === 0) return null;
  const mean = (pick: (value: RandomExpectation) => Fraction) => toNumber(meanOf(values.map(pick)));
  return Object.fromEntries(KEYS.map((key) => [key, mean((value) => value[key])])) as Record<
    keyof RandomExpectation,
    number
  >;
}

/** A result, or null for a certificate that cannot be computed exactly. */
function orNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof TooComplex) return null;
    throw error;
  }
}
