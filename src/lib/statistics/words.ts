/** Numbers in sentences and labels of comparisons. Differences of shares are in points (hundredths). */

export const points = (share: number): string => {
  const text = (share * 100).toFixed(2);
  return Number(text) === 0 ? '0.00' : share > 0 ? `+${text}` : text;
};

export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

export const pointRange = ({ low, high }: { low: number; high: number }): string =>
  `[${points(low)}, ${points(high)}]`;

export const percentRange = ({ low, high }: { low: number; high: number }): string =>
  `[${percent(low)}, ${percent(high)}]`;

/** A p-value: four decimals, never "0". */
export const pValue = (p: number): string => (p < 0.0001 ? '< 0.0001' : p.toFixed(4));

/** `20,000`. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
