import type { Cell, Column } from '$lib/table/table';
import { formatCount } from './format';

/** A cell as the page shows it; exports keep all digits. */
export function showCell(cell: Cell | undefined, column: Column): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'string') return cell;
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
