import type { Table } from '$lib/table/table';

/** SHA-256, in hex, of a table's columns and rows as JSON: equal data, equal hash, whatever the notes say. */
export async function tableHash(table: Table): Promise<string> {
  const text = JSON.stringify({
    columns: table.columns.map(({ key, kind }) => [key, kind]),
    rows: table.rows,
  });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
