import { selectRank } from '../select';

/** A closed range of values in which a wanted order statistic is looked for. */
export interface Range {
  from: number;
  to: number;
}

export const EVERYTHING: Range = { from: -Infinity, to: Infinity };

/** What one pass found for a bracket. */
export interface Found {
  under: number;
  inside: number;
  /** Up to the capacity; reordered here. */
  kept: Float64Array;
}

/** How far a sample's order statistic may stand from its expected rank: 4.5 standard deviations and two ranks. */
const SPREAD = 4.5;

/** A bracket that very likely holds the order statistic at the share `q` of the population, read off a sample. */
export function bracketFromSample(sample: Float64Array, q: number): Range {
  const n = sample.length;
  const slack = SPREAD * Math.sqrt(n * q * (1 - q)) + 2;
  const low = Math.floor(n * q - slack);
  const high = Math.ceil(n * q + slack);
  const from = low < 0 ? -Infinity : selectRank(sample, low);
  const to = high >= n ? Infinity : selectRank(sample, high, Math.max(0, low));
  return { from, to };
}

/** The search for one order statistic: known bounds, and the bracket of the next pass. */
export interface Search {
  rank: number;
  bounds: Range;
  bracket: Range;
  value: number | null;
}

/**
 * Takes a pass's findings: either the value is known now, or the next bracket is smaller, lies on the side where the
 * value must be, or is a single value that settles ties. Every miss excludes a value that occurs, so the search ends.
 */
export function narrow(search: Search, found: Found): Search {
  const { rank, bounds, bracket } = search;
  const place = rank - found.under;
  if (place < 0) return within(search, { from: bounds.from, to: neighbour(bracket.from, -1) });
  if (place >= found.inside) return within(search, { from: neighbour(bracket.to, 1), to: bounds.to });
  if (bracket.from === bracket.to) return { ...search, value: bracket.from };
  if (found.inside <= found.kept.length) return { ...search, value: selectRank(found.kept, place) };
  const next = bracketFromSample(found.kept, place / found.inside);
  const clipped = { from: Math.max(next.from, bracket.from), to: Math.min(next.to, bracket.to) };
  if (clipped.from > bracket.from || clipped.to < bracket.to)
    return { ...search, bounds: bracket, bracket: clipped };
  // Ties on both ends hold the bracket open: settle one value.
  const middle = selectRank(found.kept, Math.floor((place / found.inside) * found.kept.length));
  return { ...search, bounds: bracket, bracket: { from: middle, to: middle } };
}

const within = (search: Search, bounds: Range): Search => ({ ...search, bounds, bracket: bounds });

/** The next double below (-1) or above (1) a finite number. */
function neighbour(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const bits = new BigInt64Array(1);
  const number = new Float64Array(bits.buffer);
  number[0] = value;
  bits[0] = (bits[0] ?? 0n) + BigInt(value > 0 ? direction : -direction);
  return number[0];
}
