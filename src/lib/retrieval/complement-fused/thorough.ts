import type { StateAnalysis } from '../analysis/state-analysis';
import { documentText } from '../analysis/state-analysis';
import { observedLast, observedUnits } from '../fusion/observed-last';
import { orderAll } from '../rank';
import { dot } from '../views/dense';
import { coverOrder } from './cover';
import type { InstantRanking } from './instant';
import { COVER, LEADING, TRANSFORMER } from './parameters';
import { standardScores } from './standard';

/** What the transformer is to read of one state: few texts, chosen by the instant ranking. */
export interface ThoroughTexts {
  query: string;
  /** Numbers of the leading units, and the text of each. */
  units: number[];
  documents: string[];
}

/** The issue, and the units that lead the instant scores and were not observed. */
export function thoroughTexts(
  analysis: StateAnalysis,
  instant: InstantRanking,
  leading = LEADING,
): ThoroughTexts {
  const observed = observedUnits(analysis.state);
  const units = observedLast(orderAll(instant.scores, analysis.tieOrder), observed).slice(0, leading);
  const documents = units.map((unit) => {
    const text = analysis.units[unit];
    return text === undefined ? '' : documentText(text);
  });
  return { query: analysis.state.issue, units, documents };
}

/**
 * complement-fused, thorough: the leading units are put in a new order by the sum of both standard scores, the others
 * follow in their instant order. Covered lines are held back over the whole, observed units go last.
 */
export function rankThorough(
  analysis: StateAnalysis,
  instant: InstantRanking,
  { units }: ThoroughTexts,
  query: Float32Array,
  documents: readonly Float32Array[],
): number[] {
  const ties = units.map((unit) => analysis.tieOrder[unit] ?? 0);
  const places = ties.map((tie) => ties.filter((other) => other < tie).length);
  const cheap = standardScores(
    units.map((unit) => instant.scores[unit] ?? 0),
    places,
  );
  const near = standardScores(
    documents.map((document) => dot(query, document)),
    places,
  );
  const fused = units.map((_, i) => (cheap[i] ?? 0) + TRANSFORMER * (near[i] ?? 0));
  const leading = coverOrder(
    units.flatMap((unit) => analysis.units[unit] ?? []),
    fused,
    places,
    COVER,
  ).map((place) => units[place] ?? 0);
  const rest = new Set(instant.order);
  for (const unit of leading) rest.delete(unit);
  return observedLast([...leading, ...rest], observedUnits(analysis.state));
}
