import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FaultList } from '$lib/serbench/fault';
import { readCertificates } from '$lib/serbench/reading/labels';
import { ScoringSession } from '$lib/serbench/score/session';
import { quietTask } from '$lib/serbench/task';
import { items, labels } from '../../../helpers/read';

const WRONG: [kind: string, value: unknown][] = [
  ['null', null],
  ['a text', 'step-01'],
  ['digits', '12'],
  ['a number', 7],
  ['a fraction', 1.5],
  ['a huge number', 1e300],
  ['a truth value', true],
  ['a list', ['a', 1, null, { b: [2] }]],
  ['an object', { a: { b: 1 } }],
];

const STATE_FIELDS = [
  'instance_id',
  'repo',
  'base_commit',
  'split',
  'state_type',
  'issue',
  'information_need',
  'current_observation',
  'current_hypothesis',
  'current_subgoal',
  'latest_test_output',
  'current_diff',
  'opened_files',
  'search_queries',
  'trajectory_prefix',
  'candidate_pool_truncated',
  'candidate_count',
  'constructor',
];
const UNIT_FIELDS = [
  'content_excerpt',
  'content_sha256',
  'source_path',
  'source_type',
  'line_start',
  'line_end',
  'observed_by_state',
  'symbol',
  'language',
];
const STEP_FIELDS = [
  'step_id',
  'action_type',
  'action_input',
  'tool_output',
  'tool_name',
  'opened_files',
  'search_queries',
  'search_results',
  'metadata',
];
const RESULT_FIELDS = ['path', 'content', 'line_start', 'line_end', 'rank', 'symbol', 'chunk_type'];

/** A row with a value in one field of the state, of a unit, of a step or of a search result. */
function mutated(row: Record<string, unknown>, where: string, field: string, value: unknown) {
  if (where === 'state') return { ...row, [field]: value };
  if (where === 'unit') {
    const pool = row['candidate_evidence'] as object[];
    return { ...row, candidate_evidence: pool.map((unit) => ({ ...unit, [field]: value })) };
  }
  const entry = { [field]: value };
  return { ...row, trajectory_prefix: [where === 'step' ? entry : { search_results: [entry] }] };
}

const FIELDS = [
  ...STATE_FIELDS.map((field) => ['state', field] as const),
  ...UNIT_FIELDS.map((field) => ['unit', field] as const),
  ...STEP_FIELDS.map((field) => ['step', field] as const),
  ...RESULT_FIELDS.map((field) => ['result', field] as const),
];

describe('no field that scoring does not read refuses an item', () => {
  const plain = { state_id: 's', candidate_evidence: [{ evidence_id: 'A' }], observed_evidence_ids: ['A'] };

  test.each(FIELDS)('%s: %s, whatever stands there', async (where, field) => {
    for (const [kind, value] of WRONG) {
      const { rows, list } = await items(JSON.stringify(mutated(plain, where, field, value)));
      expect(list.errors, kind).toBe(0);
      expect(rows, kind).toHaveLength(1);
      expect(
        list.warnings === 0 || list.kept.every(({ line, path }) => line === 1 && path.includes(field)),
      ).toBe(true);
      if (value === null) expect(list.warnings, 'null is as good as absent').toBe(0);
    }
  });

  test.each(['scorer', 'scorer-large'])(
    'the golden set %s gives the same bytes with such a field in every item',
    async (set) => {
      const read = (name: string) =>
        readFileSync(new URL(`../../../golden/data/${set}/${name}`, import.meta.url), 'utf8');
      const rows = read('items.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      let turn = 0;
      const text = rows
        .map((row) => {
          let next = row;
          for (const [where, field] of FIELDS) {
            const [, value] = WRONG[(turn += 1) % WRONG.length] ?? ['', null];
            if (where === 'state' || where === 'unit') next = mutated(next, where, field, value);
          }
          const of = (names: string[]) =>
            Object.fromEntries(names.map((name) => [name, WRONG[(turn += 1) % WRONG.length]?.[1]]));
          const steps = [...Array(3).keys()].map(() => ({
            ...of(STEP_FIELDS),
            search_results: [of(RESULT_FIELDS), 'no object'],
          }));
          return JSON.stringify({ ...next, trajectory_prefix: steps });
        })
        .join('\n');
      const session = new ScoringSession();
      const named = (name: string, content: string) => ({ name, source: new Blob([content]) });
      const opened = await session.open(
        named('items.jsonl', text),
        named('labels.jsonl', read('labels.jsonl')),
        quietTask(),
      );
      expect(opened.faults.errors).toBe(0);
      expect(opened.faults.warnings).toBeGreaterThan(rows.length);
      const counted = opened.faults.kinds.reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(opened.faults.errors + opened.faults.warnings);
      await session.readFiles([named('p.jsonl', read('predictions.jsonl'))], false, [], quietTask());
      const cutoffs = set === 'scorer' ? [1, 3, 5, 8, 10, 12, 16] : [1, 5, 8, 20];
      await session.score(cutoffs, [], quietTask());
      const files = session.files(cutoffs, [], null);
      expect(files.summary).toBe(read('summary.json'));
      expect(files.perState).toBe(read('per_state_scores.jsonl'));
    },
  );
});

describe('what is carried on', () => {
  const state = async (fields: object) =>
    (await items(JSON.stringify({ state_id: 's', candidate_evidence: [], ...fields }))).rows[0];

  test('JSON text for objects, digits for numbers, the position for a step’s name', async () => {
    const read = await state({
      issue: 5,
      current_diff: { a: 1 },
      opened_files: ['a', 1, null],
      search_queries: 'one',
      trajectory_prefix: [
        { step_id: 'step-01', action_input: { q: 'x' } },
        { step_id: '7', metadata: 'why' },
        'a text',
        { search_results: { path: 'a' } },
        { search_results: ['hit'] },
      ],
    });
    expect(read).toMatchObject({
      issue: '5',
      current_diff: '{"a":1}',
      opened_files: ['a', '1', 'null'],
      search_queries: ['one'],
    });
    expect(read?.trajectory_prefix).toMatchObject([
      { step_id: 0, action_input: '{"q":"x"}' },
      { step_id: 1, metadata: { text: 'why' } },
      { step_id: 2, tool_output: 'a text' },
      { step_id: 3, search_results: [{ path: 'a' }] },
      { step_id: 4, search_results: [{ content: 'hit' }] },
    ]);
  });

  test('numbers and truth values that are written as texts', async () => {
    const units = [
      { evidence_id: 'A', line_start: '12', line_end: 13.7, observed_by_state: 'true' },
      { evidence_id: 'B', line_start: 'x', line_end: 1e300, observed_by_state: 0 },
    ];
    const read = await state({ candidate_evidence: units });
    const blank = { content_excerpt: '', source_path: '' };
    expect(read?.candidate_evidence).toEqual([
      { evidence_id: 'A', line_start: 12, line_end: 13, observed_by_state: true, ...blank },
      { evidence_id: 'B', observed_by_state: false, ...blank },
    ]);
  });

  test('a warning has its line, field and value', async () => {
    const { faults } = await items(
      '{"state_id":"s","candidate_evidence":[],"trajectory_prefix":[{},{"step_id":"step-01"}]}',
    );
    expect(faults).toMatchObject([
      {
        line: 1,
        path: 'trajectory_prefix[1].step_id',
        value: '"step-01"',
        code: 'wrong-type',
        severity: 'warning',
      },
    ]);
    expect(faults[0]?.column).toBe(76);
  });

  test('a note of a certificate that is no text warns, too', async () => {
    const group = {
      group_id: 'G',
      role: 'r',
      acceptable_evidence_ids: ['A'],
      minimum_required: 1,
      necessity_weight: 1,
      rationale: ['why'],
    };
    const { rows, list } = await labels(
      JSON.stringify({ state_id: 's', required_evidence_groups: [group] }),
      null,
    );
    expect([list.errors, list.warnings]).toEqual([0, 1]);
    expect(rows[0]?.required_evidence_groups[0]?.rationale).toBe('["why"]');
  });
});

describe('faults are counted by kind', () => {
  const fault = (i: number, severity: 'error' | 'warning', path: string) => ({
    file: 'f',
    line: i + 1,
    path,
    code: severity === 'error' ? 'bad' : 'wrong-type',
    value: '',
    message: '',
    severity,
  });

  test('warnings never hide an error; positions do not make kinds', () => {
    const list = new FaultList(3);
    for (let i = 0; i < 10; i += 1) list.add(fault(i, 'warning', `steps[${i}].x[2]`));
    for (let i = 10; i < 15; i += 1) list.add(fault(i, 'error', 'y'));
    expect(list.kept.map(({ line }) => line)).toEqual([1, 2, 3, 11, 12, 13]);
    expect([list.errors, list.warnings]).toEqual([5, 10]);
    expect(list.kinds).toEqual([
      { code: 'wrong-type', severity: 'warning', field: 'steps[].x[]', count: 10, line: 1 },
      { code: 'bad', severity: 'error', field: 'y', count: 5, line: 11 },
    ]);
  });

  test('fields that the data names do not grow the list without end', () => {
    const list = new FaultList(3);
    for (let i = 0; i < 1000; i += 1) list.add(fault(i, 'error', `["key ${i}"]`));
    expect(list.kinds.length).toBeLessThanOrEqual(201);
    expect(list.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  });
});

describe('names that are blank', () => {
  test.each([
    ['\u0085', true],
    ['\u001f', true],
    ['\u001c \u3000\u2028', true],
    ['\ufeff', false],
    ['\u200b', false],
  ])('%j is blank as Python’s strip() sees it: %s', async (id, blank) => {
    const { faults } = await items(JSON.stringify({ state_id: id, candidate_evidence: [] }));
    expect(faults.map(({ code }) => code)).toEqual(blank ? ['state-id-blank'] : []);
  });
});

test.each(['plain', 'an escape: \\u'])('very many groups are read in near-linear time (%s)', async (note) => {
  const one = (n: number) => {
    const groups = Array.from({ length: n }, (_, i) => ({
      group_id: `G${i}`,
      role: 'r',
      acceptable_evidence_ids: ['A'],
      minimum_required: 1,
      necessity_weight: 1,
    }));
    return JSON.stringify({ state_id: 's', required_evidence_groups: groups, note });
  };
  const time = async (n: number) => {
    const before = performance.now();
    const list = new FaultList();
    const read = await readCertificates(new Blob([one(n)]), 'l', list, quietTask(), null);
    expect(read.get('s')?.required_evidence_groups).toHaveLength(n);
    return performance.now() - before;
  };
  await time(1000);
  const [few, many] = [await time(3000), await time(24_000)];
  // Eight times the groups: a quadratic reader takes 64 times as long.
  expect(many / few).toBeLessThan(32);
});
