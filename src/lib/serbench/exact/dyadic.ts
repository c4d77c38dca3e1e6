const view = new DataView(new ArrayBuffer(8));

/** A double taken apart: `mantissa * 2^exponent`, exactly; the mantissa is an integer below 2^53 with the sign. */
export interface Dyadic {
  mantissa: number;
  exponent: number;
}

/** Throws a RangeError for NaN and infinities, which have no exact value. */
export function toDyadic(value: number): Dyadic {
  if (!Number.isFinite(value)) throw new RangeError(`No exact value: ${value}`);
  view.setFloat64(0, value);
  const high = view.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (high & 0xfffff) * 2 ** 32 + view.getUint32(4);
  const magnitude = biased === 0 ? fraction : fraction + 2 ** 52;
  return { mantissa: value < 0 ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1075 };
}
