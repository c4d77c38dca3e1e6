import type { Cell, Column } from './table';

/** A cell for reading: rounded to the column's digits, shares times 100, `–` for nothing. */
export function printCell(cell: Cell, column: Column): string {
  if (cell === null) return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'string') return cell;
  if (!Number.isFinite(cell)) return String(cell);
  if (column.kind === 'percent') return (cell * 100).toFixed(column.digits ?? 2);
  if (column.kind === 'count') return String(cell);
  return column.digits === undefined ? String(cell) : cell.toFixed(column.digits);
}

/** The heading, with its unit where the cells are printed as percentages. */
export const printLabel = (column: Column): string =>
  column.kind === 'percent' ? `${column.label} (%)` : column.label;

export const isNumeric = (column: Column): boolean => column.kind !== 'text';
