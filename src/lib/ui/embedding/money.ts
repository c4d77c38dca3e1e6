/** A sum of money with two telling digits: `0.0021 USD`, `12.40 USD`; sums too small to show say so. */
export function formatMoney(sum: number, currency: string): string {
  if (sum === 0) return `0 ${currency}`;
  if (sum < 0.0001) return `less than 0.0001 ${currency}`;
  if (sum >= 1) return `${sum.toFixed(2)} ${currency}`;
  const digits = Math.min(4, 1 - Math.floor(Math.log10(sum)));
  return `${sum.toFixed(digits)} ${currency}`;
}
