import { describe, expect, test } from 'vitest';
import type { Certificate } from '$lib/serbench/certificate';
import { compileCertificate } from '$lib/serbench/metrics/compile';
import type { MeasureName } from '$lib/serbench/metrics/measure';
import { readRanking } from '$lib/serbench/metrics/outcome';
import { measureNamed } from '$lib/serbench/metrics/registry';
import { printReport } from '$lib/serbench/score/report';
import { scoreRun } from '$lib/serbench/score/score-run';
import { summarise } from '$lib/serbench/score/summary';
import { labels, places, predictions, splitOf, streamOf, bytesOf, readLines } from '../../helpers/read';

const certificate = (groups: string[][], changes: Partial<Certificate> = {}): Certificate => ({
  state_id: 's',
  required_evidence_groups: groups.map((acceptable_evidence_ids, i) => ({
    group_id: `G${i + 1}`,
    role: `r${i}`,
    acceptable_evidence_ids,
    minimum_required: 1,
    necessity_weight: 1,
  })),
  alternative_minimal_sets: [],
  observed_evidence_ids: [],
  ...changes,
});
const at = (name: MeasureName, own: Certificate, ranking: string[], k: number) =>
  measureNamed(name)!.value(readRanking(compileCertificate(own), ranking), k);

test('case 1: a repeated id is refused with its line, id and positions', async () => {
  const split = await splitOf({ s1: ['A', 'C'], s2: ['A'], s3: ['A', 'C'] });
  const row = (state: string, ids: string[]) =>
    JSON.stringify({ state_id: state, method: 'm', ranked_evidence_ids: ids });
  const { faults } = await predictions(
    [row('s1', ['A']), row('s2', []), row('s3', ['A', 'A', 'C'])].join('\n'),
    { split },
  );
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ line: 3, path: 'ranked_evidence_ids[1]', value: '"A"' });
  expect(faults[0]?.message).toContain('positions 1 and 2');
});

test('case 1: the metric itself counts a copy once, and the copy uses up its slot', () => {
  const own = certificate([['A'], ['C']]);
  expect(at('group_recall', own, ['A', 'A', 'C'], 2)).toBe(0.5);
  expect(at('group_recall', own, ['A', 'A', 'C'], 3)).toBe(1);
  const twice = certificate([['A', 'C']]);
  twice.required_evidence_groups[0]!.minimum_required = 2;
  expect(at('mss_complete', twice, ['A', 'A', 'C'], 2)).toBe(0);
});

test('case 2: certificates that cannot be met are refused with state, path and reason', async () => {
  const split = await splitOf({ s: ['A'] });
  const G = 'required_evidence_groups';
  const group = {
    group_id: 'G',
    role: 'r',
    acceptable_evidence_ids: ['A'],
    minimum_required: 1,
    necessity_weight: 1,
  };
  const bad: [unknown, string][] = [
    [{ [G]: [{ ...group, acceptable_evidence_ids: ['A', 'A'] }] }, `${G}[0].acceptable_evidence_ids[1]`],
    [{ [G]: [{ ...group, minimum_required: 2 }] }, `${G}[0].minimum_required`],
    [{ [G]: [{ ...group, minimum_required: 0 }] }, `${G}[0].minimum_required`],
    [{ [G]: [{ ...group, minimum_required: true }] }, `${G}[0].minimum_required`],
    [{ [G]: [] }, G],
    [{ [G]: [group], alternative_minimal_sets: [[]] }, 'alternative_minimal_sets[0]'],
  ];
  for (const [row, path] of bad) {
    const { faults, rows } = await labels(JSON.stringify({ state_id: 's', ...(row as object) }), split);
    expect(rows).toEqual([]);
    expect(faults.map((fault) => fault.path)).toEqual([path]);
    expect(faults[0]?.message.length).toBeGreaterThan(20);
  }
});

describe('case 3: short lists and more groups than k', () => {
  test('a list shorter than k', () => {
    const own = certificate([['A'], ['B']]);
    expect(at('group_recall', own, ['A'], 10)).toBe(0.5);
    expect(at('mss_complete', own, ['A'], 10)).toBe(0);
    expect(at('group_ndcg', own, ['A'], 10)).toBe(0.6131471927654584);
  });

  test('more groups than k: the ideal is cut at k, and the help says so', () => {
    const own = certificate([['A'], ['B'], ['C']]);
    expect(at('group_recall', own, ['A', 'B'], 2)).toBe(2 / 3);
    expect(at('mss_complete', own, ['A', 'B'], 2)).toBe(0);
    expect(at('group_ndcg', own, ['A', 'B'], 2)).toBe(1);
    expect(measureNamed('group_ndcg')?.help).toContain('The ideal is cut at k');
  });
});

test('case 4: scores that disagree with the order warn at the first disagreement, and the order stands', async () => {
  const split = await splitOf({ s: ['A', 'B', 'C'] });
  const line =
    '{"state_id":"s","method":"m","ranked_evidence_ids":["A","B","C"],"scores":[0.9752302810,0.9752302820,0.99]}';
  const { rows, faults } = await predictions(line, { split });
  expect(rows[0]?.ranked_evidence_ids).toEqual(['A', 'B', 'C']);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({
    path: 'scores[1]',
    value: '0.9752302820',
    code: 'scores-disagree',
    severity: 'warning',
    column: line.indexOf('0.9752302820') + 1,
  });
  const byId = '{"state_id":"s","method":"m","ranked_evidence_ids":["A","B"],"scores":{"B":2,"A":1}}';
  expect((await predictions(byId, { split })).faults[0]?.path).toBe('scores.B');
  const agrees = '{"state_id":"s","method":"m","ranked_evidence_ids":["A","B"],"scores":[2,2]}';
  expect((await predictions(agrees, { split })).faults).toEqual([]);
});

describe('case 5: missing, extra and empty states', async () => {
  const split = await splitOf({ s1: ['A'], s2: ['A'], s3: ['A'], s4: ['A'] });
  const row = (state_id: string, ids: string[]) =>
    JSON.stringify({ state_id, method: 'm', ranked_evidence_ids: ids });
  const full = [row('s1', ['A']), row('s2', ['A']), row('s3', []), row('s9', [])].join('\n');

  test('two errors; the empty list is legal', async () => {
    const { faults } = await predictions(full, { split });
    expect(faults.map(({ code, value }) => [code, value])).toEqual([
      ['unknown-state', '"s9"'],
      ['missing-state', '"s4"'],
    ]);
  });

  test('as a subset: counts beside every mean, the denominator stated, marked as partial', async () => {
    const { rows, faults } = await predictions(full.split('\n').slice(0, 3).join('\n'), {
      split,
      allowSubset: true,
    });
    expect(faults).toEqual([]);
    const own = new Map([...split.keys()].map((id) => [id, certificate([['A']], { state_id: id })]));
    const sheet = await scoreRun(own, rows, [5]);
    const summaries = summarise(sheet, split.size);
    expect(summaries[0]).toMatchObject({ states: 3, missing: 1, empty: 1, status: 'partial' });
    expect(summaries[0]?.means[sheet.columns.indexOf('mss_complete@5')]).toBe(2 / 3);
    expect(JSON.parse(printReport(sheet, summaries, split.size))).toMatchObject({
      status: 'partial, not comparable',
      methods: [{ states: 3, missing: 1, empty: 1, status: 'partial, not comparable' }],
    });
  });
});

test('case 6: any-hit is not all-required', () => {
  const own = certificate([['a1', 'a2'], ['b1']]);
  const outcome = readRanking(compileCertificate(own), ['a1', 'a2', 'x']);
  expect(measureNamed('mss_complete')!.value(outcome, 3)).toBe(0);
  expect(measureNamed('group_recall')!.value(outcome, 3)).toBe(0.5);
  expect(measureNamed('any_hit')!.value(outcome, 3)).toBe(1);
  expect(outcome.groupRanks).toEqual([1, Infinity]);
  expect(readRanking(compileCertificate(own), ['a1', 'x', 'b1']).completeRank).toBe(3);
});

test('case 16: every file reads the same one byte at a time', async () => {
  const files: [string, number[], number][] = [
    ['\ufeff{"a":1}\n{"a":2}\n', [1, 2], 1],
    ['{"a":1}\r\n{"a":2}', [1, 2], 0],
    ['\n\n{"a":1}\n\n', [3], 0],
    ['{"a":"x\u2028"}\n{"a":2}', [1, 2], 0],
  ];
  for (const [text, lines, notes] of files) {
    const read = await readLines(streamOf(bytesOf(text), 1));
    expect(read.rows.map((row) => row.line)).toEqual(lines);
    expect(read.list.warnings).toBe(notes);
  }
  const joined = await readLines(streamOf(bytesOf('{}\n{}\n{}\n\ufeff{}\n'), 1));
  expect(joined.faults.map(({ line, code, severity }) => [line, code, severity])).toEqual([
    [4, 'byte-order-mark', 'error'],
  ]);
});

test('case 17: numbers that are not, and what else looks right: six located errors', async () => {
  const split = await splitOf({ s1: ['A'] });
  const lines = [
    '{"state_id":"s1","method":"m","ranked_evidence_ids":[],"score":NaN}',
    '{"state_id":"s1","method":"m","ranked_evidence_ids":[],"score":1e999}',
    '{"state_id":9196877626998785,"method":"m","ranked_evidence_ids":[]}',
    '{"state_id":"s1","method":"m","ranked_evidence_ids":["A"],"ranked_evidence_ids":[]}',
    '{"state_id":"s1","method":"m","ranked_evidence_ids":["A",]}',
    '{"state_id":" s1","method":"m","ranked_evidence_ids":[]}',
  ];
  const { faults } = await predictions(lines.join('\n'), { split });
  expect(places(faults)).toEqual([
    { line: 1, column: 64, path: 'score', code: 'json-not-finite', value: 'NaN' },
    { line: 2, column: 64, path: 'score', code: 'json-not-finite', value: '1e999' },
    // The digits as written: as a double the number would end in 784.
    { line: 3, column: 13, path: 'state_id', code: 'state-id-not-a-string', value: '9196877626998785' },
    {
      line: 4,
      column: 59,
      path: 'ranked_evidence_ids',
      code: 'json-duplicate-key',
      value: '"ranked_evidence_ids"',
    },
    { line: 5, column: 57, path: 'ranked_evidence_ids', code: 'json-trailing-comma', value: ',' },
    { line: 6, column: 13, path: 'state_id', code: 'unknown-state', value: '" s1"' },
  ]);
  expect(faults[5]?.hint).toBe('differs only in white space from "s1"');
});
