import type { Contrast, Interval, PaperFacts, PaperRow, PaperTable } from './schema';

/** Typed reads of committed data. A wrong name is a fault of ours, so they throw and the tests see it. */
export function num(row: PaperRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`No number in column "${column}"`);
  return value;
}

export function numOrNull(row: PaperRow, column: string): number | null {
  return row[column] === null ? null : num(row, column);
}

export function text(row: PaperRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`No text in column "${column}"`);
  return value;
}

export function interval(row: PaperRow, column: string): Interval {
  const value = row[column];
  if (value === null || typeof value !== 'object') throw new Error(`No interval in column "${column}"`);
  return value;
}

/** The row whose columns hold the given values. */
export function rowWhere(table: PaperTable, match: Record<string, string | number>): PaperRow {
  const found = table.rows.find((row) => Object.entries(match).every(([name, value]) => row[name] === value));
  if (!found) throw new Error(`${table.id} has no row with ${JSON.stringify(match)}`);
  return found;
}

/** A number that the paper states in its text. */
export function factNumber(facts: PaperFacts, id: string): number {
  const found = facts.facts.find((fact) => fact.id === id);
  if (typeof found?.value !== 'number') throw new Error(`No number among the facts: "${id}"`);
  return found.value;
}

export function contrastOf(facts: PaperFacts, id: string): Contrast {
  const found = facts.contrasts.find((contrast) => contrast.id === id);
  if (!found) throw new Error(`No contrast "${id}"`);
  return found;
}
