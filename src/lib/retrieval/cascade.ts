import type { Order } from './rank';
import { leadingName, reorderLeading } from './rankers/leading';
import { dot } from './views/dense';

/** The units of a cheap ranking that get a transformer's vectors. */
export const CASCADE_LEADING = 16;

/** The cascade's own method name: it is neither its cheap ranking nor the encoder. */
export const cascadeMethod = (cheap: string, encoder: string, leading = CASCADE_LEADING): string =>
  `cascade-${leadingName(leading)}(${cheap},${encoder})`;

/** The units that need vectors: the leading ones, in the order of the cheap ranking. */
export const cascadeUnits = (cheap: Order, leading = CASCADE_LEADING): number[] => cheap.slice(0, leading);

/**
 * A transformer needs hours for a release in WASM, so only the leading units of a cheap fused ranking are put in the
 * order of its cosines; the rest follow in the cheap order.
 *
 * @param vectors unit vectors of `cascadeUnits(cheap, leading)`, in that order
 */
export function cascade(
  cheap: Order,
  query: Float32Array,
  vectors: readonly Float32Array[],
  leading = CASCADE_LEADING,
): number[] {
  const units = cascadeUnits(cheap, leading);
  if (vectors.length !== units.length) {
    throw new RangeError(`${units.length} units lead the cheap ranking, ${vectors.length} vectors came.`);
  }
  const scores: number[] = [];
  units.forEach((unit, i) => {
    const vector = vectors[i];
    scores[unit] = vector === undefined ? -Infinity : dot(query, vector);
  });
  return reorderLeading(cheap, leading, scores);
}
