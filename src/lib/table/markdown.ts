import { isNumeric, printCell, printLabel } from './print-cell';
import type { Table } from './table';

/** Everything that Markdown or HTML inside it could read as markup; a cell is one line. */
const escape = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\|`*_[\]<>~#&$]/g, '\\$&');

/** A pipe table with its title and notes; cells are rounded for reading. */
export function toMarkdown(table: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    `**${escape(table.title)}**`,
    '',
    line(table.columns.map((column) => escape(printLabel(column)))),
    line(table.columns.map((column) => (isNumeric(column) ? '---:' : '---'))),
    ...table.rows.map((row) =>
      line(table.columns.map((column, i) => escape(printCell(row[i] ?? null, column)))),
    ),
    ...(table.notes.length > 0 ? ['', ...table.notes.map((note) => `- ${escape(note)}`)] : []),
    '',
  ].join('\n');
}
