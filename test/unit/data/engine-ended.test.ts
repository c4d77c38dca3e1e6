import { expect, test } from 'vitest';
import { EngineEnded, trapIn } from '$lib/data/duckdb/engine-ended';
import { QueryFailed } from '$lib/data/duckdb/query-failed';
import { DuckDbService } from '$lib/data/duckdb/service';
import { quietTask } from '$lib/serbench/task';
import { startInNode } from '../../support/duckdb';
import { prepared } from '../../support/split';

const item = JSON.stringify({ state_id: 's', candidate_evidence: [{ evidence_id: 'a' }] });

test('a trap ends the engine: it is told, and the next call works on a new one', async () => {
  let starts = 0;
  const { api } = new DuckDbService(() => {
    starts += 1;
    return startInNode();
  });
  const { tables } = await prepared(item, null);
  await api.load(quietTask(), 'key', tables);
  const ended = api.query(quietTask(), "SELECT repeat('x', 4000000000)", 10);
  await expect(ended).rejects.toThrow(EngineEnded);
  await expect(ended).rejects.toThrow(/starts anew/);
  // The tables went with it: the client asks and fills them again.
  expect(api.loaded(quietTask())).toBeNull();
  await api.load(quietTask(), 'key', tables);
  expect((await api.query(quietTask(), 'SELECT state_id FROM states', 10)).rows).toEqual([['s']]);
  expect(starts).toBe(2);
});

test('a refused statement is no trap, and keeps the engine', async () => {
  let starts = 0;
  const { api } = new DuckDbService(() => {
    starts += 1;
    return startInNode();
  });
  await expect(api.query(quietTask(), 'SELECT nothing FROM nowhere', 10)).rejects.toThrow(QueryFailed);
  expect((await api.query(quietTask(), 'SELECT 1', 10)).rows).toEqual([[1]]);
  expect(starts).toBe(1);
  expect(trapIn(new Error('memory access out of bounds'))).toBeNull();
});
