import type { Task } from '$lib/serbench/task';
import { receiveBatches } from '../ingest/batch-port';
import type { PreparedTable } from '../ingest/prepared';
import { allTables, createTable } from '../tables/all';
import { views } from '../tables/views';
import type { Engine } from './engine';
import { ReadAhead } from './read-ahead';

/** A table that does not hold what was written into it; nothing is used then. */
export class RowsMissing extends Error {
  override name = 'RowsMissing';
}

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

/**
 * Creates all tables and views anew and fills those given from their kept batches; row counts are asserted. The reading
 * may have begun before.
 */
export async function loadTables(
  engine: Engine,
  tables: readonly PreparedTable[],
  task: Task,
  reading = new ReadAhead(tables),
): Promise<void> {
  createTables(engine);
  const total = tables.reduce((sum, table) => sum + table.content.size, 0);
  for await (const { table, bytes, done } of reading.batches()) {
    engine.insert(table, bytes);
    task.progress({ done, total, unit: 'bytes', note: 'Filling the tables' });
    await task.checkpoint();
  }
  for (const { name, rows } of tables) assertRows(engine, name, rows);
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
