import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '$lib/data/duckdb/engine';
import { loadTables } from '$lib/data/duckdb/load';
import { quietTask } from '$lib/serbench/task';
import { examples } from '$lib/ui/sql/examples';
import { startInNode } from '../../support/duckdb';

let engine: Engine;
beforeAll(async () => {
  engine = await startInNode();
  await loadTables(engine, [], quietTask());
  const fill = (table: string, ...rows: string[]) =>
    engine.run(`INSERT INTO ${table} VALUES ${rows.join(', ')}`);
  const ids = ['by groups', 'by a set', 'two of one', 'seen'];
  fill('states (state_id, position)', ...ids.map((id, i) => `('${id}', ${i})`));
  const pool = (state: string, units: string, seen = '') =>
    [...units].map((unit, i) => `('${state}', ${i}, '${unit}', ${i}, false, ${seen.includes(unit)})`);
  fill(
    'pool',
    ...pool('by groups', 'abc'),
    ...pool('by a set', 'abx', 'b'),
    ...pool('two of one', 'abc', 'c'),
    ...pool('seen', 'ab', 'a'),
  );
  const group = (state: string, name: string, minimum: number) =>
    `('${state}', '${name}', 0, 'r', ${minimum}, 1, 2, '')`;
  const all = ids.flatMap((id) => [group(id, 'G1', 1), group(id, 'G2', id === 'two of one' ? 2 : 1)]);
  fill('groups', ...all);
  const accepts = (state: string, name: string, units: string) =>
    [...units].map((unit) => `('${state}', '${name}', '${unit}')`);
  fill('acceptable', ...ids.flatMap((id) => [...accepts(id, 'G1', 'a'), ...accepts(id, 'G2', 'bc')]));
  fill(
    'branches',
    `('by a set', 0, 'b')`,
    `('by a set', 1, 'a')`,
    `('by a set', 1, 'x')`,
    `('seen', 0, 'a')`,
  );
});

test('a complete set without observed units: by groups with their minimum, or one whole alternative set', () => {
  const rows = engine.all(examples[0]?.sql ?? '');
  expect(new Map(rows.map((row) => [row[0], row[3]]))).toEqual(
    new Map([
      ['by groups', true],
      ['by a set', true],
      ['two of one', false],
      ['seen', false],
    ]),
  );
});

test('flags and id lists side by side', () => {
  engine.run(`UPDATE pool SET observed_flag = true WHERE state_id = 'seen'`);
  const example = examples.find(({ title }) => title.startsWith('Do the flags'));
  expect(engine.all(example?.sql ?? '')).toEqual([
    [false, false, 7, 3],
    [false, true, 2, 2],
    [true, false, 1, 1],
    [true, true, 1, 1],
  ]);
});
