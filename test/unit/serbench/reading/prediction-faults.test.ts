import { describe, expect, test } from 'vitest';
import { places, predictions, splitOf } from '../../../helpers/read';

const split = await splitOf({ s1: ['A', 'B', 'C'], s2: ['A', 'D\u00e9'], 'S-3': ['E'] });
const first = '{"state_id":"s1","method":"m","ranked_evidence_ids":["A"]}';

/** A file whose second line is the row under test; subsets allowed, so that only this row's faults show. */
const at2 = async (row: string) =>
  (await predictions(`${first}\n${row}`, { split, allowSubset: true })).faults;

describe('every fault of a prediction row, where it is', () => {
  test.each([
    ['no object', '["s2"]', { column: 1, path: '', code: 'not-an-object', value: '["s2"]' }],
    [
      'no state_id',
      '{"method":"m","ranked_evidence_ids":[]}',
      { column: undefined, path: 'state_id', code: 'state-id-missing', value: '' },
    ],
    [
      'state_id a number',
      '{"state_id":7,"method":"m","ranked_evidence_ids":[]}',
      { column: 13, path: 'state_id', code: 'state-id-not-a-string', value: '7' },
    ],
    [
      'state_id blank',
      '{"state_id":" ","method":"m","ranked_evidence_ids":[]}',
      { column: 13, path: 'state_id', code: 'state-id-blank', value: '" "' },
    ],
    [
      'no method',
      '{"state_id":"s2","ranked_evidence_ids":[]}',
      { column: undefined, path: 'method', code: 'method-missing', value: '' },
    ],
    [
      'method null',
      '{"state_id":"s2","method":null,"ranked_evidence_ids":[]}',
      { column: 27, path: 'method', code: 'method-not-a-string', value: 'null' },
    ],
    [
      'method blank',
      '{"state_id":"s2","method":"","ranked_evidence_ids":[]}',
      { column: 27, path: 'method', code: 'method-blank', value: '""' },
    ],
    [
      'unknown state',
      '{"state_id":"s9","method":"m","ranked_evidence_ids":[]}',
      { column: 13, path: 'state_id', code: 'unknown-state', value: '"s9"' },
    ],
    [
      'the same row twice',
      '{"state_id":"s1","method":"m","ranked_evidence_ids":[]}',
      { column: 13, path: 'state_id', code: 'duplicate-row', value: '"s1"' },
    ],
    [
      'no ranking',
      '{"state_id":"s2","method":"m"}',
      { column: undefined, path: 'ranked_evidence_ids', code: 'ids-missing', value: '' },
    ],
    [
      'ranking no list',
      '{"state_id":"s2","method":"m","ranked_evidence_ids":"A"}',
      { column: 53, path: 'ranked_evidence_ids', code: 'ids-not-a-list', value: '"A"' },
    ],
    [
      'an id that is no string',
      '{"state_id":"s2","method":"m","ranked_evidence_ids":["A",3]}',
      { column: 58, path: 'ranked_evidence_ids[1]', code: 'id-not-a-string', value: '3' },
    ],
    [
      'a blank id',
      '{"state_id":"s2","method":"m","ranked_evidence_ids":["\\t"]}',
      { column: 54, path: 'ranked_evidence_ids[0]', code: 'id-blank', value: '"\\t"' },
    ],
    [
      'an id twice',
      '{"state_id":"s2","method":"m","ranked_evidence_ids":["A","A"]}',
      { column: 58, path: 'ranked_evidence_ids[1]', code: 'duplicate-evidence-id', value: '"A"' },
    ],
    [
      'an id outside the pool',
      '{"state_id":"s2","method":"m","ranked_evidence_ids":["A","Z"]}',
      { column: 58, path: 'ranked_evidence_ids[1]', code: 'evidence-outside-pool', value: '"Z"' },
    ],
  ])('%s', async (_, row, expected) => {
    expect(places(await at2(row))).toEqual([{ line: 2, ...expected }]);
  });

  test('no rows at all', async () => {
    const { faults } = await predictions('\n\n', { split });
    expect(places(faults)).toEqual([{ line: 2, column: undefined, path: '', code: 'no-rows', value: '' }]);
  });

  test('a method that lacks states: each one, at the end of the file; not when a subset is asked for', async () => {
    const { faults } = await predictions(`${first}\n`, { split });
    expect(places(faults)).toEqual([
      { line: 1, column: undefined, path: 'state_id', code: 'missing-state', value: '"s2"' },
      { line: 1, column: undefined, path: 'state_id', code: 'missing-state', value: '"S-3"' },
    ]);
    expect((await predictions(`${first}\n`, { split, allowSubset: true })).faults).toEqual([]);
  });

  test('an observed id inside the pool, extra keys and an empty list are fine', async () => {
    const own = await splitOf({ s1: ['A'] }, { s1: ['A'] });
    const text =
      '{"state_id":"s1","method":"m","ranked_evidence_ids":["A"],"note":{"x":[1]}}\n{"state_id":"s1","method":"n","ranked_evidence_ids":[]}';
    const { rows, faults } = await predictions(text, { split: own });
    expect(faults).toEqual([]);
    expect(rows).toHaveLength(2);
  });
});

describe('hints', () => {
  test.each([
    ['white space', ' s1', 'differs only in white space from "s1"'],
    ['case', 's-3', 'differs only in case from "S-3"'],
    ['case and white space', 's-3 ', 'differs only in case and white space from "S-3"'],
  ])('a state that differs in %s', async (_, id, hint) => {
    const [fault] = await at2(JSON.stringify({ state_id: id, method: 'm', ranked_evidence_ids: [] }));
    expect(fault?.hint).toBe(hint);
  });

  test('a state of another split', async () => {
    const elsewhere = (id: string) => (id === 't1' ? 'Test500' : undefined);
    const row = '{"state_id":"t1","method":"m","ranked_evidence_ids":[]}';
    const { faults } = await predictions(row, { split, elsewhere });
    expect(faults[0]).toMatchObject({ code: 'unknown-state', hint: 'exists in split Test500' });
  });

  test.each([
    ['the Unicode form', 'De\u0301', 'differs only in Unicode form from "D\u00e9"'],
    ['another pool', 'E', 'belongs to the pool of state "S-3"'],
    ['nothing near', 'Z', undefined],
  ])('a unit: %s', async (_, id, hint) => {
    const [fault] = await at2(JSON.stringify({ state_id: 's2', method: 'm', ranked_evidence_ids: [id] }));
    expect(fault?.hint).toBe(hint);
  });

  test('a unit with the other slash', async () => {
    const own = await splitOf({ s1: ['src/a.py'] });
    const row = JSON.stringify({ state_id: 's1', method: 'm', ranked_evidence_ids: ['src\\a.py'] });
    const { faults } = await predictions(row, { split: own });
    expect(faults[0]?.hint).toBe('differs only in slash direction from "src/a.py"');
  });
});

test('the first 1,000 faults are kept, all are counted', async () => {
  const rows = Array.from(
    { length: 1500 },
    (_, i) => `{"state_id":"x${i}","method":"m","ranked_evidence_ids":[]}`,
  );
  const { faults, list } = await predictions(rows.join('\n'), { split, allowSubset: true });
  expect(faults).toHaveLength(1000);
  expect(faults[999]).toMatchObject({ line: 1000, code: 'unknown-state' });
  expect(list.errors).toBe(1500);
});
