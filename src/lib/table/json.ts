import type { Table } from './table';

/** Title, notes, columns and rows as objects by column key; numbers keep all digits. */
export function toJson(table: Table): string {
  const columns = table.columns.map(({ key, label, kind, help }) => ({
    key,
    label,
    kind,
    ...(help === undefined ? {} : { help }),
  }));
  const rows = table.rows.map((row) =>
    Object.fromEntries(table.columns.map(({ key }, i) => [key, row[i] ?? null])),
  );
  return `${JSON.stringify({ title: table.title, notes: table.notes, columns, rows }, null, 2)}\n`;
}
