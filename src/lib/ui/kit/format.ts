/** Numbers for people: one way each, independent of the reader's locale so that screenshots and tests agree. */

export const formatCount = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');

/** Decimal units, as hosts and file managers show them. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${formatCount(value)} bytes` : `${value.toFixed(1)} ${units[unit] ?? ''}`;
}

/** A share in 0..1 as a percentage. */
export const formatPercent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)}%`;

export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
