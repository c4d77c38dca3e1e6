import { visible } from '$lib/data/explore/visible';
import type { Cell, Column } from '$lib/table/table';
import { formatCount } from './format';

/** Characters of a cell that are drawn; an export has them all. */
const MOST_CHARACTERS = 2000;

const showText = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${visible(text.slice(0, MOST_CHARACTERS))}…` : visible(text);

/**
 * A cell as the page shows it: text from files with its control and bidirectional characters by name. Exports keep
 * all characters and digits.
 */
export function showCell(cell: Cell | undefined, column: Column): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'string') return showText(cell);
  if (column.kind === 'percent') return (cell * 100).toFixed(column.digits ?? 1);
  if (column.kind === 'count') return formatCount(cell);
  return column.digits === undefined ? String(cell) : cell.toFixed(column.digits);
}

export const isNumeric = (column: Column): boolean => column.kind !== 'text';

/** Order of two cells: nulls last whatever the direction, numbers by value, text by code unit. */
export function compareCells(a: Cell | undefined, b: Cell | undefined, descending: boolean): number {
  const aMissing = a === null || a === undefined;
  const bMissing = b === null || b === undefined;
  if (aMissing || bMissing) return Number(aMissing) - Number(bMissing);
  const order = a < b ? -1 : a > b ? 1 : 0;
  return descending ? -order : order;
}
