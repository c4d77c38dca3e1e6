import type { Brackets, Run } from '../kernel/kernel';
import { selectRank } from '../select';
import { bracketFromSample, EVERYTHING, narrow, type Range, type Search } from './bracket';
import type { QuantilePlace } from '../quantile';

export type Side = 'low' | 'high';
export const SIDES = ['low', 'high'] as const;

/** Brackets that keep nothing: the low side's, the high side's. */
const CLOSED: Record<Side, Range> = {
  low: { from: -Infinity, to: -Infinity },
  high: { from: Infinity, to: Infinity },
};

/** The search for a pair's four order statistics: at each end of the interval the two next to the quantile. */
export type PairSearch = Record<Side, [Search, Search]>;

const search = (rank: number, bracket: Range, value: number | null): Search => ({
  rank,
  bounds: EVERYTHING,
  bracket,
  value,
});

/** The pilot's brackets: the low one keeps every estimate. */
export function pilotBrackets(pairs: number): Brackets {
  const one = [EVERYTHING.from, EVERYTHING.to, CLOSED.high.from, CLOSED.high.to];
  return Float64Array.from({ length: 4 * pairs }, (_, i) => one[i % 4] ?? 0);
}

/** A search that knows all estimates. */
export function settledSearch(estimates: Float64Array, places: Record<Side, QuantilePlace>): PairSearch {
  const value = (rank: number) => search(rank, EVERYTHING, selectRank(estimates, rank));
  return {
    low: [value(places.low.rank), value(places.low.next)],
    high: [value(places.high.rank), value(places.high.next)],
  };
}

/** A search that starts from brackets read off the pilot's estimates. */
export function startSearch(
  pilot: Float64Array,
  places: Record<Side, QuantilePlace>,
  levels: Record<Side, number>,
): PairSearch {
  const side = (name: Side): [Search, Search] => {
    const bracket = bracketFromSample(pilot, levels[name]);
    return [search(places[name].rank, bracket, null), search(places[name].next, bracket, null)];
  };
  return { low: side('low'), high: side('high') };
}

const open = (searches: readonly Search[]) => searches.find(({ value }) => value === null);

export const isOpen = (pair: PairSearch) => SIDES.some((side) => open(pair[side]) !== undefined);

/** The brackets of the next pass: on each side that of the first search still open. */
export function nextBrackets(pairs: readonly PairSearch[]): Brackets {
  return Float64Array.from(
    pairs.flatMap((pair) =>
      SIDES.flatMap((side) => {
        const { from, to } = open(pair[side])?.bracket ?? CLOSED[side];
        return [from, to];
      }),
    ),
  );
}

/** Narrows the open searches that used the pass's brackets by what the run found for pair number `at`. */
export function takeFindings(pair: PairSearch, run: Run, at: number): PairSearch {
  const tally = run.tally(at);
  const side = (name: Side): [Search, Search] => {
    const used = open(pair[name])?.bracket;
    const found = {
      under: name === 'low' ? tally.lowUnder : tally.highUnder,
      inside: name === 'low' ? tally.lowInside : tally.highInside,
      kept: run.kept(at, name),
    };
    const next = (one: Search) =>
      one.value === null && used && one.bracket.from === used.from && one.bracket.to === used.to
        ? narrow(one, found)
        : one;
    return [next(pair[name][0]), next(pair[name][1])];
  };
  return { low: side('low'), high: side('high') };
}
