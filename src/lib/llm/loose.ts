/** Reads of foreign JSON that never throw: what has another shape is absent. */

export type Loose = Record<string, unknown>;

export const record = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A token count, or null when the provider gives none. */
export const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;

/** Sum of the known counts; null when none is known. */
export const sum = (...counts: (number | null)[]): number | null =>
  counts.every((count) => count === null)
    ? null
    : counts.reduce<number>((all, count) => all + (count ?? 0), 0);
