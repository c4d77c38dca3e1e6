import { describe, expect, test } from 'vitest';
import { places, predictions, readLines, splitOf } from '../../../helpers/read';

const faultsOf = async (line: string) => places((await readLines(`{"ok":1}\n${line}\n{"ok":2}`)).faults);

describe('JSON that is none, located', () => {
  test.each([
    ['NaN', '{"a":[1,NaN]}', 9, 'a[1]', 'json-not-finite', 'NaN'],
    ['Infinity', '{"a":-Infinity}', 6, 'a', 'json-not-finite', '-Infinity'],
    ['a number beyond the largest double', '{"a":{"b":1e999}}', 11, 'a.b', 'json-not-finite', '1e999'],
    [
      'the same without an exponent',
      `{"a":${'9'.repeat(400)}}`,
      6,
      'a',
      'json-not-finite',
      `${'9'.repeat(199)}…`,
    ],
    ['a key twice', '{"a":1,"b":{"c":1,"c":2}}', 19, 'b.c', 'json-duplicate-key', '"c"'],
    ['a key twice, once escaped', '{"a":1,"\\u0061":2}', 8, 'a', 'json-duplicate-key', '"\\u0061"'],
    ['a trailing comma in an object', '{"a":1,}', 7, '', 'json-trailing-comma', ','],
    ['a trailing comma in a list', '{"a":[1, ]}', 8, 'a', 'json-trailing-comma', ','],
    ['a cut record', '{"a":"x', 6, 'a', 'json-cut', '"x'],
    ['a cut list', '{"a":[1,', 9, 'a[1]', 'json-cut', ''],
    ['two records on a line', '{"a":1} {"b":2}', 9, '', 'json-extra', '{"b":2}'],
    ['single quotes', "{'a':1}", 2, '', 'json-syntax', "'"],
    ['a comment', '{"a":1 // x\t}', 8, '', 'json-syntax', '/'],
    ['an unknown word', '{"a":undefined}', 6, 'a', 'json-syntax', 'u'],
    ['a leading zero', '{"a":01}', 6, 'a', 'json-syntax', '0'],
    ['a control character in a string', '{"a":"x\u0001"}', 8, 'a', 'json-syntax', '\u0001'],
    ['an unknown escape', '{"a":"\\x0000000"}', 7, 'a', 'json-syntax', '\\'],
    ['a key without quotes', '{a:1}', 2, '', 'json-syntax', 'a'],
  ])('%s', async (_, line, column, path, code, value) => {
    expect(await faultsOf(line)).toEqual([{ line: 2, column, path, code, value }]);
  });

  test('every fault that leaves the rest readable is told', async () => {
    const found = await faultsOf('{"a":NaN,"a":1e400,"b":Infinity}');
    expect(found.map(({ column, code }) => [column, code])).toEqual([
      [6, 'json-not-finite'],
      [10, 'json-duplicate-key'],
      [14, 'json-not-finite'],
      [24, 'json-not-finite'],
    ]);
  });

  test('nesting deeper than 500 levels is refused before it can overflow a stack', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await faultsOf(deep))[0]).toMatchObject({ line: 2, code: 'json-too-deep' });
  });

  test('the lines around a fault are read', async () => {
    const { rows } = await readLines('{"ok":1}\n{"a":}\n{"ok":2}');
    expect(rows.map(({ line, value }) => [line, value])).toEqual([
      [1, { ok: 1 }],
      [3, { ok: 2 }],
    ]);
  });
});

describe('sound JSON that looks odd is let through', () => {
  test.each([
    '{"a":"NaN, \\"b\\": \\"b\\": 1e999 [[[["}',
    '{"a":1e-5,"b":1E+10}',
    '{"a":"\\\\","b":"\\\\\\"{:"}',
    '{"__proto__":1,"constructor":{"a":1},"toString":2}',
    '{"a":{"k":1},"b":{"k":1},"c":[{"k":1},{"k":1}]}',
    '{"a":"line\u2028separator"}',
  ])('%s', async (line) => {
    const { rows, faults } = await readLines(line);
    expect(faults).toEqual([]);
    expect(JSON.stringify(rows[0]?.value)).toBe(JSON.stringify(JSON.parse(line)));
  });
});

test('every fault of one long row is located, also one after a long list', async () => {
  const ids = Array.from({ length: 3000 }, (_, i) => (i % 1000 === 999 ? i : `u${i}`));
  const text = JSON.stringify({ ranked_evidence_ids: ids, method: ' ', state_id: 's1' });
  const { faults } = await predictions(text, { split: await splitOf({ s1: ids.map(String) }) });
  const own = faults.filter(({ code }) => code === 'id-not-a-string' || code === 'method-blank');
  expect(
    own.map(({ path, value, column }) => [path, value, text.slice(column! - 1).startsWith(value)]),
  ).toEqual([
    ['method', '" "', true],
    ['ranked_evidence_ids[999]', '999', true],
    ['ranked_evidence_ids[1999]', '1999', true],
    ['ranked_evidence_ids[2999]', '2999', true],
  ]);
});
