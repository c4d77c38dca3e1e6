import { expect, test } from 'vitest';
import { columnsInScope } from '$lib/ui/sql/scope';

const schema = { states: ['state_id', 'repo'], pool: ['state_id', 'unit'], units: ['unit', 'path'] };

test('columns of the tables that a query names, each once with its tables', () => {
  expect(columnsInScope('SELECT  FROM States JOIN pool', schema)).toEqual([
    { column: 'state_id', tables: ['states', 'pool'] },
    { column: 'repo', tables: ['states'] },
    { column: 'unit', tables: ['pool'] },
  ]);
});

test('names that only begin like a table’s are none', () => {
  expect(columnsInScope('SELECT pool_size FROM units2', schema)).toEqual([]);
  expect(columnsInScope('', schema)).toEqual([]);
});
