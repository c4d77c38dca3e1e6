/** A table's shape: the DuckDB schema, the Arrow schema and the page's documentation come from this one value. */
export type ColumnType = 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN';

export interface ColumnSpec {
  name: string;
  type: ColumnType;
  about: string;
}

export interface TableSpec {
  /** Stable: users' saved queries depend on it. */
  name: string;
  about: string;
  columns: readonly ColumnSpec[];
}

export type CellValue = string | number | boolean | null;
export type Row = readonly CellValue[];

/** A view: named SQL over the tables. */
export interface ViewSpec {
  name: string;
  about: string;
  /** As the SQL gives them; stable, like tables' columns. */
  columns: readonly string[];
  sql: string;
}

/** Takes rows for a table, in the order of its columns. */
export type RowSink = (table: TableSpec, row: Row) => void;

const column =
  (type: ColumnType) =>
  (name: string, about: string): ColumnSpec => ({ name, type, about });
export const text = column('VARCHAR');
export const integer = column('INTEGER');
export const double = column('DOUBLE');
export const boolean = column('BOOLEAN');
