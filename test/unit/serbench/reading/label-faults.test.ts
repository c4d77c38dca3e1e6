import { describe, expect, test } from 'vitest';
import { labels, places, splitOf } from '../../../helpers/read';

const split = await splitOf({ s1: ['A', 'B', 'C', 'O'] }, { s1: ['O'] });

const group = (changes: Record<string, unknown> = {}) => ({
  group_id: 'G1',
  role: 'bug_location',
  acceptable_evidence_ids: ['A', 'B'],
  minimum_required: 1,
  necessity_weight: 3,
  ...changes,
});
const row = (changes: Record<string, unknown> = {}) => ({
  state_id: 's1',
  observed_evidence_ids: ['O'],
  required_evidence_groups: [group()],
  alternative_minimal_sets: [['A']],
  ...changes,
});
const groups = (...list: unknown[]) => row({ required_evidence_groups: list });
const faultsOf = async (value: unknown) => places((await labels(JSON.stringify(value), split)).faults);
const G = 'required_evidence_groups';

describe('every fault of a certificate, where it is', () => {
  test.each([
    ['no groups', row({ [G]: [] }), G, 'no-groups', '[]'],
    ['a group that is no object', groups('G1'), `${G}[0]`, 'group-not-an-object', '"G1"'],
    ['no role', groups(group({ role: undefined })), `${G}[0].role`, 'role-missing', ''],
    ['a blank role', groups(group({ role: ' ' })), `${G}[0].role`, 'role-missing', '" "'],
    ['a group id twice', groups(group(), group()), `${G}[1].group_id`, 'duplicate-group-id', '"G1"'],
    [
      'acceptable ids duplicated',
      groups(group({ acceptable_evidence_ids: ['A', 'A'] })),
      `${G}[0].acceptable_evidence_ids[1]`,
      'duplicate-evidence-id',
      '"A"',
    ],
    [
      'an acceptable id blank',
      groups(group({ acceptable_evidence_ids: ['A', ''] })),
      `${G}[0].acceptable_evidence_ids[1]`,
      'id-blank',
      '""',
    ],
    [
      'an acceptable id outside the pool',
      groups(group({ acceptable_evidence_ids: ['A', 'Z'] })),
      `${G}[0].acceptable_evidence_ids[1]`,
      'evidence-outside-pool',
      '"Z"',
    ],
    [
      'acceptable ids no list',
      groups(group({ acceptable_evidence_ids: 'A' })),
      `${G}[0].acceptable_evidence_ids`,
      'ids-not-a-list',
      '"A"',
    ],
    [
      'no acceptable ids',
      groups(group({ acceptable_evidence_ids: [] })),
      `${G}[0].acceptable_evidence_ids`,
      'acceptable-empty',
      '[]',
    ],
    [
      'no minimum',
      groups(group({ minimum_required: undefined })),
      `${G}[0].minimum_required`,
      'minimum-missing',
      '',
    ],
    [
      'a boolean minimum',
      groups(group({ minimum_required: true })),
      `${G}[0].minimum_required`,
      'minimum-not-an-integer',
      'true',
    ],
    [
      'a broken minimum',
      groups(group({ minimum_required: 1.5 })),
      `${G}[0].minimum_required`,
      'minimum-not-an-integer',
      '1.5',
    ],
    [
      'minimum 0',
      groups(group({ minimum_required: 0 })),
      `${G}[0].minimum_required`,
      'minimum-too-small',
      '0',
    ],
    [
      'a minimum above the ids',
      groups(group({ minimum_required: 3 })),
      `${G}[0].minimum_required`,
      'minimum-too-large',
      '3',
    ],
    [
      'no weight',
      groups(group({ necessity_weight: undefined })),
      `${G}[0].necessity_weight`,
      'weight-missing',
      '',
    ],
    [
      'a weight that is no number',
      groups(group({ necessity_weight: '3' })),
      `${G}[0].necessity_weight`,
      'weight-not-a-number',
      '"3"',
    ],
    [
      'weight 0',
      groups(group({ necessity_weight: 0 })),
      `${G}[0].necessity_weight`,
      'weight-not-positive',
      '0',
    ],
    [
      'branches no list',
      row({ alternative_minimal_sets: 'A' }),
      'alternative_minimal_sets',
      'branches-not-a-list',
      '"A"',
    ],
    [
      'a branch no list',
      row({ alternative_minimal_sets: ['A'] }),
      'alternative_minimal_sets[0]',
      'ids-not-a-list',
      '"A"',
    ],
    [
      'an empty branch',
      row({ alternative_minimal_sets: [['A'], []] }),
      'alternative_minimal_sets[1]',
      'branch-empty',
      '[]',
    ],
    [
      'a branch with a duplicate',
      row({ alternative_minimal_sets: [['A', 'B', 'A']] }),
      'alternative_minimal_sets[0][2]',
      'duplicate-evidence-id',
      '"A"',
    ],
    [
      'a branch outside the pool',
      row({ alternative_minimal_sets: [['Z']] }),
      'alternative_minimal_sets[0][0]',
      'evidence-outside-pool',
      '"Z"',
    ],
    [
      'observed ids that disagree',
      row({ observed_evidence_ids: [] }),
      'observed_evidence_ids',
      'observed-disagrees',
      '[]',
    ],
    [
      'an acceptable id that is observed',
      groups(group({ acceptable_evidence_ids: ['A', 'O'] })),
      `${G}[0].acceptable_evidence_ids[1]`,
      'acceptable-observed',
      '"O"',
    ],
    [
      'a branch member that is observed',
      row({ alternative_minimal_sets: [['A', 'O']] }),
      'alternative_minimal_sets[0][1]',
      'branch-observed',
      '"O"',
    ],
    ['an unknown state', row({ state_id: 'S1' }), 'state_id', 'unknown-state', '"S1"'],
  ])('%s', async (_, value, path, code, raw) => {
    const found = (await faultsOf(value)).filter((fault) => fault.code !== 'missing-label');
    expect(found).toEqual([{ line: 1, column: found[0]?.column, path, code, value: raw }]);
    // The column is where the value's own spelling starts; what is absent has none.
    const text = JSON.stringify(value);
    const { column } = found[0]!;
    expect(column === undefined ? raw : text.slice(column - 1, column - 1 + raw.length)).toBe(raw);
  });

  test('a minimum written as 1.0 is no integer, as in Python', async () => {
    const text = JSON.stringify(row()).replace('"minimum_required":1', '"minimum_required":1.0');
    const { faults } = await labels(text, split);
    expect(places(faults)).toEqual([
      {
        line: 1,
        column: text.indexOf('1.0') + 1,
        path: `${G}[0].minimum_required`,
        code: 'minimum-not-an-integer',
        value: '1.0',
      },
    ]);
  });

  test('a weight of NaN, and one beyond the largest double', async () => {
    for (const raw of ['NaN', '1e999']) {
      const text = JSON.stringify(row()).replace('"necessity_weight":3', `"necessity_weight":${raw}`);
      const { faults } = await labels(text, split);
      expect(places(faults)[0]).toEqual({
        line: 1,
        column: text.indexOf(raw) + 1,
        path: `${G}[0].necessity_weight`,
        code: 'json-not-finite',
        value: raw,
      });
    }
  });

  test('an empty file', async () => {
    const { faults } = await labels('', split);
    expect(places(faults).map(({ line, code }) => [line, code])).toEqual([
      [1, 'no-rows'],
      [1, 'missing-label'],
    ]);
  });

  test('a state twice, and a state without a certificate', async () => {
    const two = await splitOf({ s1: ['A', 'B', 'C', 'O'], s2: ['A'] }, { s1: ['O'] });
    const { faults } = await labels(`${JSON.stringify(row())}\n${JSON.stringify(row())}\n`, two);
    expect(places(faults)).toEqual([
      { line: 2, column: 13, path: 'state_id', code: 'duplicate-state', value: '"s1"' },
      { line: 2, column: undefined, path: 'state_id', code: 'missing-label', value: '"s2"' },
    ]);
  });
});

describe('wrapped rows', () => {
  test('a state that stands only on the wrapper counts', async () => {
    const { state_id, ...inner } = row();
    const { rows, faults } = await labels(JSON.stringify({ state_id, graded_labels: inner }), split);
    expect(faults).toEqual([]);
    expect(rows[0]).toMatchObject({ state_id: 's1', alternative_minimal_sets: [['A']] });
  });

  test('faults are located inside the wrapper', async () => {
    const { faults } = await labels(
      JSON.stringify({ graded_labels: groups(group({ minimum_required: 0 })) }),
      split,
    );
    expect(faults[0]?.path).toBe(`graded_labels.${G}[0].minimum_required`);
  });

  test('two different states on wrapper and certificate are refused', async () => {
    const { faults } = await labels(JSON.stringify({ state_id: 'x', graded_labels: row() }), split);
    expect(places(faults)[0]).toMatchObject({ path: 'state_id', code: 'state-id-disagrees', value: '"x"' });
  });

  test('a wrapper around something else is refused', async () => {
    const { faults } = await labels('{"state_id":"s1","graded_labels":[]}', split);
    expect(faults[0]).toMatchObject({ path: 'graded_labels', code: 'wrong-type', value: '[]' });
  });
});

test('a sound certificate reads whole; a group without an id is named with a warning', async () => {
  const { rows, faults } = await labels(JSON.stringify(groups(group({ group_id: undefined }))), split);
  expect(places(faults)).toEqual([
    { line: 1, column: undefined, path: `${G}[0].group_id`, code: 'group-id-missing', value: '' },
  ]);
  expect(faults[0]?.severity).toBe('warning');
  expect(rows[0]?.required_evidence_groups[0]?.group_id).toBe('G1');
});

test('a minimum written as a float is no integer, also under an escaped key', async () => {
  const text = JSON.stringify(row()).replace('"minimum_required":1', '"minimum\\u005frequired":1.0');
  expect(text).toContain('u005f');
  expect(places((await labels(text, split)).faults)).toEqual([
    {
      line: 1,
      column: text.indexOf('1.0') + 1,
      path: `${G}[0].minimum_required`,
      code: 'minimum-not-an-integer',
      value: '1.0',
    },
  ]);
});

test.each([
  [[1.7e308, 1.7e308], ['weights-too-large']],
  [[1.7e308, 1e300, 5e-324], []],
])('weights %j: their sum must be a double', async (weights, codes) => {
  const list = weights.map((necessity_weight, i) => group({ group_id: `G${i}`, necessity_weight }));
  const { faults } = await labels(JSON.stringify(groups(...list)), split);
  expect(faults.map(({ code, path }) => [code, path])).toEqual(codes.map((code) => [code, G]));
});
