import type { Cell, Column, Table } from '$lib/table/table';
import { CITED } from './citation';
import type { PaperTable } from './schema';
import { headingWithUnit, tableNumber } from './words';

type PaperColumn = PaperTable['columns'][number];

function decimals(table: PaperTable, read: (row: PaperTable['rows'][number]) => unknown): number {
  const counts = table.rows.map((row) => {
    const value = read(row);
    return typeof value === 'number' ? (String(value).split('.')[1]?.length ?? 0) : 0;
  });
  return Math.max(0, ...counts);
}

interface Part {
  column: Column;
  cell: (row: PaperTable['rows'][number]) => Cell;
}

function plain(table: PaperTable, { name, unit }: PaperColumn): Part[] {
  const cell = (row: PaperTable['rows'][number]): Cell => {
    const value = row[name] ?? null;
    return typeof value === 'object' ? null : value;
  };
  const column: Column = {
    key: name,
    label: headingWithUnit(name, unit),
    kind: unit === 'text' ? 'text' : 'number',
  };
  const digits = decimals(table, (row) => row[name]);
  // Whole numbers print with thousands separators; the rest with the decimals of the paper's column.
  if (column.kind === 'number' && digits === 0) column.kind = 'count';
  else if (column.kind === 'number') column.digits = digits;
  return [{ column, cell }];
}

function ends(table: PaperTable, { name, unit }: PaperColumn): Part[] {
  return (['low', 'high'] as const).map((end) => {
    const cell = (row: PaperTable['rows'][number]): Cell => {
      const value = row[name];
      return value !== null && typeof value === 'object' ? value[end] : null;
    };
    const digits = decimals(table, cell);
    const key = `${name}_${end}`;
    return { cell, column: { key, label: headingWithUnit(key, unit), kind: 'number', digits } };
  });
}

const titleOf = ({ id, title }: PaperTable): string =>
  id.startsWith('libra') ? title : `Table ${String(tableNumber(id))}. ${title}`;

/** A published table as a Table value; an interval becomes a low and a high column. Numbers stay as printed. */
export function tableView(table: PaperTable): Table {
  const parts = table.columns.flatMap((column) =>
    table.rows.some((row) => row[column.name] !== null && typeof row[column.name] === 'object')
      ? ends(table, column)
      : plain(table, column),
  );
  return {
    title: titleOf(table),
    columns: parts.map(({ column }) => column),
    rows: table.rows.map((row) => parts.map(({ cell }) => cell(row))),
    notes: table.id.startsWith('libra') ? table.notes : [...table.notes, CITED],
  };
}

/** The source line of a figure drawn from one table. */
export function sourceOf(table: PaperTable, ...notes: string[]): string {
  const place = table.section.startsWith('Appendix') ? table.section : `section ${table.section}`;
  if (table.id.startsWith('libra')) return [`Printed in the Libra paper, ${place}.`, ...notes].join(' ');
  return [`Table ${String(tableNumber(table.id))} of the paper (${place}).`, ...notes].join(' ');
}
