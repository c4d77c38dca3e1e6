import { isNumeric, printCell, printLabel } from './print-cell';
import type { Table } from './table';

const ESCAPES: Record<string, string> = {
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '\\': '\\textbackslash{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '–': '--',
};

/** Text as LaTeX shows it, whatever it holds; one line. */
export const escapeLatex = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[&%$#_{}~^\\<>–]/g, (c) => ESCAPES[c] ?? c);

/** A `table` with booktabs rules (`\usepackage{booktabs}`); cells are rounded for reading, notes stand below. */
export function toLatex(table: Table): string {
  // After "\\\\" and a rule a bracket or star would be read as their argument, over the line's end.
  const line = (cells: string[]) => `    ${cells.join(' & ').replace(/^(?=[[*])/, '{}')} \\\\`;
  const columns = table.columns.map((column) => (isNumeric(column) ? 'r' : 'l')).join('');
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${escapeLatex(table.title)}}`,
    `  \\begin{tabular}{${columns}}`,
    '    \\toprule',
    line(table.columns.map((column) => escapeLatex(printLabel(column)))),
    '    \\midrule',
    ...table.rows.map((row) =>
      line(table.columns.map((column, i) => escapeLatex(printCell(row[i] ?? null, column)))),
    ),
    '    \\bottomrule',
    '  \\end{tabular}',
    ...table.notes.map((note) => `  \\par\\footnotesize ${escapeLatex(note)}`),
    '\\end{table}',
    '',
  ].join('\n');
}
