import type { CompiledCertificate } from '../metrics/compile';
import type { Measure } from '../metrics/measure';
import { observedShare } from '../metrics/observed-share';
import { readRanking } from '../metrics/outcome';

/** What a unit changes, measure by measure. */
export interface Contribution {
  unit: string;
  /** Value with the unit minus value without it, in the order of the measures. */
  change: number[];
}

/** Stands where a unit was left out: no later unit moves up. Ids of units are never empty. */
const GAP = '';

const values = (
  compiled: CompiledCertificate,
  ranking: readonly string[],
  measures: readonly Measure[],
  k: number,
) => {
  const outcome = readRanking(compiled, ranking);
  return measures.map((measure) => measure.value(outcome, k));
};

const difference = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - (b[i] ?? 0));

/** Leave-one-out: what each unit of the first k holds up, its place left empty. */
export function leaveOneOut(
  compiled: CompiledCertificate,
  answer: readonly string[],
  measures: readonly Measure[],
  k: number,
): Contribution[] {
  const whole = values(compiled, answer, measures, k);
  return answer.slice(0, k).map((unit, i) => {
    const rest = answer.map((id, at) => (at === i ? GAP : id));
    return { unit, change: difference(whole, values(compiled, rest, measures, k)) };
  });
}

/**
 * Marginal value: what each unit of the pool adds when it is put behind the first k - 1 of the answer (or behind its
 * end, when the answer is shorter). Units that stand before that place are left out.
 */
export function marginalValues(
  compiled: CompiledCertificate,
  answer: readonly string[],
  pool: readonly string[],
  measures: readonly Measure[],
  k: number,
): Contribution[] {
  const kept = answer.slice(0, Math.max(0, k - 1));
  const base = values(compiled, kept, measures, k);
  const have = new Set(kept);
  const nothing = base.map(() => 0);
  // What asks for groups is blind to other units; the share of observed units changes with every unit.
  const blind = measures.every((measure) => measure !== observedShare);
  return pool
    .filter((unit) => !have.has(unit))
    .map((unit) => ({
      unit,
      // A unit that the certificate does not name changes no measure at the end of an answer.
      change:
        compiled.index.has(unit) || !blind
          ? difference(values(compiled, [...kept, unit], measures, k), base)
          : nothing,
    }));
}
