const rows: bigint[][] = [[1n]];

/** n choose k, exactly; 0 when k is negative or above n. */
export function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n || n < 0) return 0n;
  for (let i = rows.length; i <= n; i += 1) {
    const above = rows[i - 1] ?? [];
    rows.push(Array.from({ length: i + 1 }, (_, j) => (above[j - 1] ?? 0n) + (above[j] ?? 0n)));
  }
  return rows[n]?.[k] ?? 0n;
}
