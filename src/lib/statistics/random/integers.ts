import type { Pcg64 } from './pcg64';

/** The most values a draw may choose from here: numpy changes to 64-bit draws above 2^32. */
export const MOST_VALUES = 0xffff_ffff;

/**
 * Fills `out` with what numpy's `Generator.integers(0, values, size)` would draw next: Lemire's multiplication with
 * rejection over buffered 32-bit halves. `values` = 1 draws nothing. Throws when `values` is out of 1..2^32-1.
 */
export function fillIntegers(rng: Pcg64, values: number, out: Uint16Array | Uint32Array): void {
  if (!Number.isInteger(values) || values < 1 || values > MOST_VALUES)
    throw new RangeError(`Draws need 1 to ${MOST_VALUES} values to choose from; got ${values}.`);
  if (values === 1) {
    out.fill(0);
    return;
  }
  const threshold = 0x1_0000_0000 % values;
  const bits = values.toString(2).length;
  if (bits <= 21) fillNarrow(rng, values, threshold, out);
  else fillWide(rng, values, threshold, out);
}

/** Products below 2^53 are exact in doubles. */
function fillNarrow(rng: Pcg64, values: number, threshold: number, out: Uint16Array | Uint32Array): void {
  for (let i = 0; i < out.length; i += 1) {
    let product = rng.next32() * values;
    while (product >>> 0 < threshold) product = rng.next32() * values;
    out[i] = Math.floor(product / 0x1_0000_0000);
  }
}

function fillWide(rng: Pcg64, values: number, threshold: number, out: Uint16Array | Uint32Array): void {
  for (let i = 0; i < out.length; i += 1) {
    let draw = rng.next32();
    while (Math.imul(draw, values) >>> 0 < threshold) draw = rng.next32();
    const lowHalf = (draw & 0xffff) * values;
    out[i] = Math.floor(((draw >>> 16) * values + Math.floor(lowHalf / 0x1_0000)) / 0x1_0000);
  }
}
