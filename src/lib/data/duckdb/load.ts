import type { Task } from '$lib/serbench/task';
import { receiveBatches } from '../ingest/batch-port';
import type { PreparedTable } from '../ingest/prepared';
import { allTables, createTable } from '../tables/all';
import { views } from '../tables/views';
import type { Engine } from './engine';

/** A table that does not hold what was written into it; nothing is used then. */
export class RowsMissing extends Error {
  override name = 'RowsMissing';
}

/** Read from disk at once: every read of a Blob crosses between processes. */
const READ_BYTES = 16 << 20;

/** The number of rows of a table. */
export function countRows(engine: Engine, table: string): number {
  const count = engine.all(`SELECT count(*)::INTEGER FROM ${table}`)[0]?.[0];
  if (typeof count !== 'number') throw new RowsMissing(`"${table}" could not be counted.`);
  return count;
}

export function assertRows(engine: Engine, table: string, expected: number): void {
  const found = countRows(engine, table);
  if (found !== expected) {
    throw new RowsMissing(
      `"${table}" holds ${found} rows, not ${expected}: delete the kept data and load again.`,
    );
  }
}

/** Creates all tables and views anew and fills those given from their kept batches; row counts are asserted. */
export async function loadTables(
  engine: Engine,
  tables: readonly PreparedTable[],
  task: Task,
): Promise<void> {
  createTables(engine);
  const total = tables.reduce((sum, table) => sum + table.content.size, 0);
  let done = 0;
  for (const table of tables) {
    let at = 0;
    let read = { start: 0, bytes: new Uint8Array(0) };
    for (const length of table.batches) {
      if (at + length > read.start + read.bytes.length) {
        const piece = table.content.slice(at, at + Math.max(length, READ_BYTES));
        read = { start: at, bytes: new Uint8Array(await piece.arrayBuffer()) };
      }
      engine.insert(table.name, read.bytes.subarray(at - read.start, at - read.start + length));
      at += length;
      done += length;
      task.progress({ done, total, unit: 'bytes', note: 'Filling the tables' });
      await task.checkpoint();
    }
    assertRows(engine, table.name, table.rows);
  }
  createViews(engine);
}

/** As `loadTables`, from batches that arrive while the file is still being read. */
export async function receiveTables(engine: Engine, port: MessagePort, task: Task): Promise<void> {
  createTables(engine);
  const rows = await receiveBatches(port, task.signal, (table, bytes) => engine.insert(table, bytes));
  for (const [table, expected] of rows) assertRows(engine, table, expected);
  createViews(engine);
}

function createTables(engine: Engine): void {
  for (const view of views) engine.run(`DROP VIEW IF EXISTS ${view.name}`);
  for (const table of allTables) engine.run(createTable(table));
}

function createViews(engine: Engine): void {
  for (const view of views) engine.run(`CREATE VIEW ${view.name} AS ${view.sql}`);
}
