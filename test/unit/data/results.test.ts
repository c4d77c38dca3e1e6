import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { DuckDbService } from '$lib/data/duckdb/service';
import type { Engine } from '$lib/data/duckdb/engine';
import { views } from '$lib/data/tables/views';
import { quietTask, type Task } from '$lib/serbench/task';
import { startInNode } from '../../support/duckdb';

const DRAWN = 'SELECT i, random() AS drawn FROM range(50000) t(i)';
const LONG = 'SELECT sum(sqrt(a.i * b.i)) FROM range(100000) a(i), range(10000) b(i)';

let engine: Engine;
let api: DuckDbService['api'];
beforeAll(async () => {
  engine = await startInNode();
  api = new DuckDbService(() => Promise.resolve(engine)).api;
});

/** Aborts at its n-th checkpoint. */
function abortingTask(after: number): Task {
  const stop = new AbortController();
  let seen = 0;
  return {
    ...quietTask(stop.signal),
    checkpoint: () => {
      seen += 1;
      if (seen >= after) stop.abort();
      stop.signal.throwIfAborted();
      return Promise.resolve();
    },
  };
}

describe('the result of a query', () => {
  test('is drawn once: more rows, and every export, hold the rows that were shown', async () => {
    const first = await api.query(quietTask(), DRAWN, 1000);
    expect(first.rows).toHaveLength(1000);
    expect(first.more).toBe(true);
    const rest = await api.rowsOf(quietTask(), first.number, 1000, 60_000);
    expect(rest.more).toBe(false);
    const all = [...first.rows, ...rest.rows];
    expect(all).toHaveLength(50_000);
    expect(new Set(all.map(([i]) => i)).size).toBe(50_000);
    expect(await api.rowsOf(quietTask(), first.number, 0, 1000)).toEqual({ rows: first.rows, more: true });

    const json = await api.exportResult(quietTask(), first.number, 'json');
    expect(json).toMatchObject({ rows: 50_000, cut: false });
    const records = JSON.parse(await json.file.text()) as { i: number; drawn: number }[];
    expect(records.map(({ i, drawn }) => [i, drawn])).toEqual(all);
    const parquet = await api.exportResult(quietTask(), first.number, 'parquet');
    expect(await parquetReadObjects({ file: await parquet.file.arrayBuffer() })).toEqual(records);
    const csv = await (await api.exportResult(quietTask(), first.number, 'csv')).file.text();
    expect(csv.split('\n')[50_000]).toBe(all[49_999]?.join(','));
  });

  test('says exactly at which row it ends', async () => {
    for (const [count, more] of [
      [999, false],
      [1000, false],
      [1001, true],
    ] as const) {
      const result = await api.query(quietTask(), `SELECT i FROM range(${count}) t(i)`, 1000);
      expect([result.rows.length, result.more]).toEqual([Math.min(count, 1000), more]);
    }
  });

  test('of every kind of column is read whole, piece by piece', async () => {
    const sql = `SELECT (CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END)::ENUM('a', 'b') AS e, 'text ' || i AS t,
      [i, NULL] AS l, {'k': i} AS s, CASE WHEN i > 4000 THEN i END AS n FROM range(5000) t(i)`;
    const { number, rows } = await api.query(quietTask(), sql, 1);
    expect(rows).toEqual([['a', 'text 0', '[0,null]', '{"k":0}', null]]);
    const last = await api.rowsOf(quietTask(), number, 4998, 5000);
    expect(last).toEqual({
      rows: [4998, 4999].map((i) => ['ab'[i % 2], `text ${i}`, `[${i},null]`, `{"k":${i}}`, i]),
      more: false,
    });
  });

  test('stays open while the site asks for other things and fills its tables anew', async () => {
    await api.query(quietTask(), 'CREATE OR REPLACE TABLE kept AS SELECT i FROM range(20000) t(i)', 10);
    const first = await api.query(quietTask(), 'SELECT i, random() AS drawn FROM kept', 1000);
    expect(await api.rows(quietTask(), 'SELECT 7')).toEqual([[7]]);
    await api.loadRuns(
      quietTask(),
      [{ run: 'm', rows: [{ state_id: 's', method: 'm', ranked_evidence_ids: ['a'] }] }],
      [],
    );
    await api.rows(quietTask(), 'CREATE OR REPLACE TABLE kept AS SELECT 1 AS other');
    const rest = await api.rowsOf(quietTask(), first.number, 1000, 30_000);
    expect([...first.rows, ...rest.rows].map(([i]) => i)).toEqual(
      Array.from({ length: 20_000 }, (_, i) => i),
    );
  });

  test('a cancel while more is fetched leaves it usable', async () => {
    const first = await api.query(quietTask(), DRAWN, 1000);
    await expect(api.rowsOf(abortingTask(3), first.number, 1000, 50_000)).rejects.toMatchObject({
      name: 'AbortError',
    });
    const rest = await api.rowsOf(quietTask(), first.number, 1000, 50_000);
    expect(rest.rows).toHaveLength(49_000);
    expect(rest.rows[0]?.[0]).toBe(1000);
  });

  test('a cancelled query leaves no result, and the next one runs', async () => {
    await expect(api.query(abortingTask(2), LONG, 10)).rejects.toMatchObject({ name: 'AbortError' });
    expect((await api.query(quietTask(), 'SELECT 1', 10)).rows).toEqual([[1]]);
  });

  test('is gone after the next query, or another split, and says so', async () => {
    const first = await api.query(quietTask(), DRAWN, 10);
    const second = await api.query(quietTask(), 'SELECT 1', 10);
    await expect(api.rowsOf(quietTask(), first.number, 10, 20)).rejects.toMatchObject({ name: 'ResultGone' });
    expect((await api.rowsOf(quietTask(), second.number, 0, 1)).rows).toEqual([[1]]);
    await api.load(quietTask(), 'none', []);
    await expect(api.exportResult(quietTask(), second.number, 'csv')).rejects.toMatchObject({
      name: 'ResultGone',
    });
  });
});

test.each(views.map(({ name, columns }) => [name, columns] as const))(
  'view %s has the columns that it names',
  async (name, columns) => {
    await api.load(quietTask(), 'empty', []);
    await api.loadRuns(quietTask(), [], []);
    const found = await api.rows(quietTask(), `SELECT column_name FROM (DESCRIBE ${name})`);
    expect(found.map(([column]) => column)).toEqual(columns);
  },
);
