/** Table and view names with their columns, for completion. */
export type SqlSchema = Record<string, readonly string[]>;

/** A column that a query can name without its table, and the tables that have it. */
export interface ColumnInScope {
  column: string;
  tables: string[];
}

/** The columns of the tables that a text mentions, wherever it does; each once, in the tables' order. */
export function columnsInScope(text: string, schema: SqlSchema): ColumnInScope[] {
  const words = new Set(text.toLowerCase().match(/[a-z_][a-z0-9_]*/g));
  const found = new Map<string, string[]>();
  for (const [table, columns] of Object.entries(schema)) {
    if (!words.has(table)) continue;
    for (const column of columns) found.set(column, [...(found.get(column) ?? []), table]);
  }
  return [...found].map(([column, tables]) => ({ column, tables }));
}
