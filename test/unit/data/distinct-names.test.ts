import { describe, expect, test } from 'vitest';
import { distinctNames, printResult } from '$lib/data/duckdb/export';
import { snippetOf } from '$lib/data/duckdb/search';

const columns = (names: string[]) => names.map((name) => ({ name, type: 'Int32' }));

describe('made-up column names', () => {
  test.each([
    [
      ['a', 'a', 'a_2'],
      ['a', 'a_3', 'a_2'],
    ],
    [
      ['a_2', 'a', 'a'],
      ['a_2', 'a', 'a_3'],
    ],
    [
      ['a', 'a', 'a_2', 'a_2', 'a_2_2', 'a'],
      ['a', 'a_3', 'a_2', 'a_2_3', 'a_2_2', 'a_4'],
    ],
    [
      ['__proto__', '__proto__', 'constructor'],
      ['__proto__', '__proto___2', 'constructor'],
    ],
  ])('%j become %j', (names, distinct) => {
    expect(distinctNames(columns(names))).toEqual(distinct);
  });

  test('every value is in the JSON', async () => {
    const json = await printResult({ columns: columns(['a', 'a', 'a_2']), rows: [[1, 2, 3]] }, 'json').text();
    expect(JSON.parse(json)).toEqual([{ a: 1, a_3: 2, a_2: 3 }]);
  });

  test('of very many equal columns no two are equal', () => {
    const names = Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? 'a_2' : 'a'));
    expect(new Set(distinctNames(columns(names))).size).toBe(3000);
  });
});

describe('a snippet', () => {
  test.each([0, 1, 200])('finds its word behind %i letters that lower-casing lengthens', (n) => {
    expect(snippetOf(`${'İ'.repeat(n)} the Needle here`, ['needle'])).toContain('Needle');
  });
});
