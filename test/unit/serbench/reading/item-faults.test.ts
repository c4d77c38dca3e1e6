import { describe, expect, test } from 'vitest';
import { items, places } from '../../../helpers/read';

const one = '{"state_id":"s1","candidate_evidence":[{"evidence_id":"A"}],"observed_evidence_ids":[]}';

describe('every fault of an item, where it is', () => {
  test.each([
    ['the same state twice', one, 13, 'state_id', 'duplicate-state', '"s1"'],
    ['no pool', '{"state_id":"s2"}', undefined, 'candidate_evidence', 'pool-missing', ''],
    [
      'a pool that is no list',
      '{"state_id":"s2","candidate_evidence":{}}',
      39,
      'candidate_evidence',
      'pool-not-a-list',
      '{}',
    ],
    [
      'a unit that is no object',
      '{"state_id":"s2","candidate_evidence":["A"]}',
      40,
      'candidate_evidence[0]',
      'unit-not-an-object',
      '"A"',
    ],
    [
      'a unit without an id',
      '{"state_id":"s2","candidate_evidence":[{}]}',
      undefined,
      'candidate_evidence[0].evidence_id',
      'evidence-id-missing',
      '',
    ],
    [
      'a blank id',
      '{"state_id":"s2","candidate_evidence":[{"evidence_id":" "}]}',
      55,
      'candidate_evidence[0].evidence_id',
      'evidence-id-blank',
      '" "',
    ],
    [
      'an id that is no string',
      '{"state_id":"s2","candidate_evidence":[{"evidence_id":1}]}',
      55,
      'candidate_evidence[0].evidence_id',
      'evidence-id-not-a-string',
      '1',
    ],
    [
      'an id twice in a pool',
      '{"state_id":"s2","candidate_evidence":[{"evidence_id":"A"},{"evidence_id":"A"}]}',
      75,
      'candidate_evidence[1].evidence_id',
      'duplicate-evidence-id',
      '"A"',
    ],
  ])('%s', async (_, row, column, path, code, value) => {
    const { faults } = await items(`${one}\n${row}`);
    expect(places(faults)).toEqual([{ line: 2, column, path, code, value }]);
  });

  test('an observed id twice is a warning: no rule forbids it, and it counts once', async () => {
    const { rows, faults } = await items(
      `${one}\n{"state_id":"s2","candidate_evidence":[],"observed_evidence_ids":["A","A"]}`,
    );
    expect(places(faults)).toEqual([
      {
        line: 2,
        column: 71,
        path: 'observed_evidence_ids[1]',
        code: 'duplicate-evidence-id',
        value: '"A"',
      },
    ]);
    expect(faults[0]?.severity).toBe('warning');
    expect(rows[1]?.observed_evidence_ids).toEqual(['A']);
  });

  test('an empty file', async () => {
    expect(places((await items('')).faults)).toEqual([
      { line: 1, column: undefined, path: '', code: 'no-rows', value: '' },
    ]);
  });
});

describe('a sound item', () => {
  test('reads whole, with absent texts empty', async () => {
    const { rows, faults } = await items(one);
    expect(faults).toEqual([]);
    expect(rows[0]).toMatchObject({
      state_id: 's1',
      issue: '',
      opened_files: [],
      candidate_evidence: [{ evidence_id: 'A', content_excerpt: '', source_path: '' }],
    });
  });

  test('does not let a certificate pass to inference', async () => {
    const { rows } = await items(
      '{"state_id":"s1","candidate_evidence":[{"evidence_id":"A","gold":true}],"required_evidence_groups":[{}],"graded_labels":{}}',
    );
    expect(JSON.stringify(rows)).not.toMatch(/required_evidence_groups|graded_labels|gold/);
  });

  test('keeps steps, search results and unit places', async () => {
    const step = {
      step_id: 2,
      action_type: 'repo_search',
      action_input: 'q',
      tool_output: 'o',
      search_results: [{ path: 'a\\b', content: 'c', rank: 1 }],
      metadata: { k: 1 },
    };
    const unit = {
      evidence_id: 'A',
      content_excerpt: 'x',
      source_path: 'a/b',
      line_start: 1,
      line_end: 2,
      observed_by_state: true,
    };
    const { rows } = await items(
      JSON.stringify({ state_id: 's', candidate_evidence: [unit], trajectory_prefix: [step] }),
    );
    expect(rows[0]?.candidate_evidence).toEqual([unit]);
    expect(rows[0]?.trajectory_prefix).toEqual([{ ...step, opened_files: [], search_queries: [] }]);
  });
});
