import { parquetWriteBuffer } from 'hyparquet-writer';
import type { CellValue } from '../tables/spec';
import { distinctNames, type Printable } from './export';

type ParquetType = 'BOOLEAN' | 'INT32' | 'DOUBLE' | 'STRING';

const isInt32 = (value: CellValue) =>
  typeof value === 'number' && (value | 0) === value && !Object.is(value, -0);

/** The narrowest type that holds a column as it is; a mixed one becomes text. */
function typeOf(values: readonly CellValue[]): ParquetType {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return 'STRING';
  if (present.every((value) => typeof value === 'boolean')) return 'BOOLEAN';
  if (present.every(isInt32)) return 'INT32';
  if (present.every((value) => typeof value === 'number')) return 'DOUBLE';
  return 'STRING';
}

/** Writes a result as Parquet (Snappy) in JavaScript: DuckDB's own writer is an extension that is never fetched. */
export function toParquet({ columns, rows }: Printable): ArrayBuffer {
  const names = distinctNames(columns);
  const columnData = names.map((name, i) => {
    const values = rows.map((row) => row[i] ?? null);
    const type = typeOf(values);
    const data = type === 'STRING' ? values.map((value) => (value === null ? null : String(value))) : values;
    return { name, data, type, nullable: true };
  });
  return parquetWriteBuffer({ columnData, createdBy: 'Complement' });
}
