import { beforeAll, describe, expect, test } from 'vitest';
import { plainDecimal, plainInteger } from '$lib/data/arrow/values';
import type { Engine } from '$lib/data/duckdb/engine';
import { QueryFailed } from '$lib/data/duckdb/query-failed';
import { runQuery } from '$lib/data/duckdb/query';
import { quietTask } from '$lib/serbench/task';
import { startInNode } from '../../support/duckdb';

let engine: Engine;
beforeAll(async () => {
  engine = await startInNode();
});
const one = (sql: string) => engine.all(`SELECT ${sql}`)[0]?.[0];

describe('every type arrives as number, string, boolean or null', () => {
  test.each([
    ['count(*) FROM range(3)', 3],
    ['9007199254740991::BIGINT', 9007199254740991],
    ['9007199254740993::BIGINT', '9007199254740993'],
    ['18446744073709551615::UBIGINT', '18446744073709551615'],
    ['sum(x) FROM range(10) t(x)', 45],
    ["'170141183460469231731687303715884105727'::HUGEINT", '170141183460469231731687303715884105727'],
    ['-3::HUGEINT', -3],
    ['123.45::DECIMAL(10,2)', 123.45],
    ['-0.05::DECIMAL(10,2)', -0.05],
    ["'12345678901234567890.12'::DECIMAL(38,2)", '12345678901234567890.12'],
    ['avg(x) FROM range(4) t(x)', 1.5],
    ["'nan'::DOUBLE", 'NaN'],
    ["'-infinity'::DOUBLE", '-Infinity'],
    ['true', true],
    ['NULL', null],
    ["DATE '2020-02-29'", '2020-02-29'],
    ["TIMESTAMP '2020-01-02 03:04:05.123456'", '2020-01-02 03:04:05.123'],
    ["TIME '01:02:03'", '01:02:03'],
    ["TIME '23:59:59.5'", '23:59:59.500000'],
    ["'ab'::BLOB", '\\x61\\x62'],
    ['[1, NULL, 3]', '[1,null,3]'],
    ["{'a': 1::BIGINT, 'b': 'x'}", '{"a":1,"b":"x"}'],
    ["MAP {'k': 2}", '{"k":2}'],
    ["'a'::ENUM('a', 'b')", 'a'],
    ["'11111111-1111-1111-1111-111111111111'::UUID", '11111111-1111-1111-1111-111111111111'],
    ['1::UTINYINT', 1],
    ['(1.5)::FLOAT', 1.5],
    ["'x' || chr(0) || 'y'", 'x\0y'],
  ])('%s', (sql, expected) => {
    expect(one(sql)).toEqual(expected);
  });

  test('an interval arrives as text', () => {
    expect(typeof one('INTERVAL 3 DAYS')).toBe('string');
  });

  test('integers and decimals keep their digits', () => {
    expect(plainInteger(-9007199254740992n)).toBe('-9007199254740992');
    expect(plainDecimal([1, 0, 0, 0], 3)).toBe(0.001);
    expect(plainDecimal([0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff], 0)).toBe(-1);
  });
});

describe('queries', () => {
  test('stop at the limit and say that more is left', async () => {
    const result = await runQuery(engine, 'SELECT i, i AS i FROM range(10000000) t(i)', 5000, quietTask());
    expect(result.rows).toHaveLength(5000);
    expect(result.more).toBe(true);
    expect(result.columns.map(({ name }) => name)).toEqual(['i', 'i']);
    const next = await runQuery(engine, 'SELECT 7 AS seven', 10, quietTask());
    expect(next).toEqual({ columns: [{ name: 'seven', type: 'Int32' }], rows: [[7]], more: false });
  });

  test('an empty result keeps its columns', async () => {
    const result = await runQuery(engine, "SELECT 'a' AS x WHERE false", 10, quietTask());
    expect(result.columns).toEqual([{ name: 'x', type: 'Utf8' }]);
    expect(result.rows).toEqual([]);
  });

  test('an abort ends a long query, and the next one runs', async () => {
    const stop = new AbortController();
    const task = {
      ...quietTask(stop.signal),
      checkpoint: () => {
        stop.abort();
        stop.signal.throwIfAborted();
        return Promise.resolve();
      },
    };
    const long = 'SELECT sum(sqrt(a.i * b.i)) FROM range(100000) a(i), range(10000) b(i)';
    await expect(runQuery(engine, long, 10, task)).rejects.toMatchObject({ name: 'AbortError' });
    expect(engine.all('SELECT 1')).toEqual([[1]]);
  });

  test.each([
    ["SELECT json_extract('{}', '$.a')", 'columns instead'],
    ["SELECT * FROM read_csv('https://example.com/a.csv')", 'cannot read or write files'],
    ["COPY (SELECT 1) TO 'x.csv'", 'cannot read or write files'],
    ['SET threads = 2', 'Settings are fixed'],
    ['LOAD httpfs', 'downloaded'],
  ])('%s is refused with a hint', async (sql, hint) => {
    const refused = await runQuery(engine, sql, 10, quietTask()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QueryFailed);
    expect((refused as QueryFailed).hint).toContain(hint);
    expect((refused as QueryFailed).sql).toBe(sql);
  });

  test('a mistake keeps DuckDB’s own words and place', async () => {
    await expect(runQuery(engine, 'SELECT * FROM statez', 10, quietTask())).rejects.toThrow('statez');
    await expect(runQuery(engine, 'SELEC 1', 10, quietTask())).rejects.toThrow(
      /^Parser Error: syntax error at or near "SELEC"\n\nLINE 1: SELEC 1/,
    );
  });
});
