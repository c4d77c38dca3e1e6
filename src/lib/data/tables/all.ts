import { privateTables } from './private-tables';
import { publicTables } from './public-tables';
import { runTables } from './run-tables';
import type { TableSpec } from './spec';

/** Every table, in the order in which they are created. */
export const allTables: readonly TableSpec[] = [...publicTables, ...privateTables, ...runTables];

/** Raise when a table, a view or the kept form changes (a test notices): older kept data is made anew from the items. */
export const TABLES_VERSION = 5;

export const createTable = ({ name, columns }: TableSpec): string =>
  `CREATE OR REPLACE TABLE ${name} (${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`;
