import type { StateAnalysis } from '../analysis/state-analysis';
import { observedLast, observedUnits } from '../fusion/observed-last';
import { orderAll } from '../rank';
import { dot } from '../views/dense';
import { coverOrder } from './cover';
import type { InstantRanking } from './instant';
import { COVER, LEADING, SHARPNESS, TRANSFORMER } from './parameters';
import { LONG_PASSAGE_LENGTH, passagesOf } from './passages';
import { softMaximum } from './soft-maximum';

/** What the transformer is to read of one state: few texts, chosen by the instant ranking. */
export interface ThoroughTexts {
  query: string;
  /** Numbers of the leading units. */
  units: number[];
  /** Their passages, unit by unit. */
  documents: string[];
  /** Passages of `units[i]`: `starts[i]` up to `starts[i + 1]`. */
  starts: number[];
}

/** The issue, and the units that lead the instant scores and were not observed, in passages. */
export function thoroughTexts(
  analysis: StateAnalysis,
  instant: InstantRanking,
  leading = LEADING,
): ThoroughTexts {
  const observed = observedUnits(analysis.state);
  const first = observedLast(orderAll(instant.scores, analysis.tieOrder), observed);
  const units = first.slice(0, leading);
  const documents: string[] = [];
  const starts = [0];
  for (const unit of units) {
    const text = analysis.units[unit];
    if (text !== undefined) documents.push(...passagesOf(text, LONG_PASSAGE_LENGTH));
    starts.push(documents.length);
  }
  return { query: analysis.state.issue, units, documents, starts };
}

/**
 * complement-fused, thorough: the leading units are put in a new order by their instant score and what their passages'
 * cosines add to it, the others follow in their instant order. Covered lines are held back over the leading, observed
 * units go last.
 */
export function rankThorough(
  analysis: StateAnalysis,
  instant: InstantRanking,
  { units, starts }: ThoroughTexts,
  query: Float32Array,
  documents: readonly Float32Array[],
): number[] {
  const scores = units.map((unit, i) => {
    const cosines = documents.slice(starts[i], starts[i + 1]).map((document) => dot(query, document));
    return (instant.scores[unit] ?? 0) + TRANSFORMER * softMaximum(cosines, SHARPNESS);
  });
  const leading = coverOrder(
    units.flatMap((unit) => analysis.units[unit] ?? []),
    scores,
    units.map((unit) => analysis.tieOrder[unit] ?? 0),
    COVER,
  ).map((place) => units[place] ?? 0);
  const rest = new Set(instant.order);
  for (const unit of leading) rest.delete(unit);
  return observedLast([...leading, ...rest], observedUnits(analysis.state));
}
