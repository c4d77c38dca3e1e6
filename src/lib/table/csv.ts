import type { Cell, Table } from './table';

/**
 * Spreadsheets run cells that start like this as formulas; a leading apostrophe makes them text. Text that starts with
 * apostrophes before such a character gets one more, so that taking one off gives every text back.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

function field(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const print = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'string' ? field(cell) : String(cell);

/**
 * RFC 4180 with a header line of labels and LF line ends; numbers keep all digits (shares stay in 0..1) and stay
 * numbers, also negative ones. Text that a spreadsheet would run as a formula is neutralised. Notes are left out: a
 * CSV has no comments.
 */
export function toCsv(table: Table): string {
  const header = table.columns.map((column) => field(column.label)).join(',');
  return [header, ...table.rows.map((row) => row.map(print).join(','))].join('\n') + '\n';
}
