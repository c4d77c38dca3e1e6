import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exportRun, FORMATS, isFormat, UnwritableId, type Format } from '$lib/retrieval/formats/export';
import { guessFormat, importRun } from '$lib/retrieval/formats/import';
import type { Prediction } from '$lib/serbench/prediction';
import { quietTask } from '$lib/serbench/task';

const ROWS: Prediction[] = [
  { state_id: 's1', method: 'rrf', ranked_evidence_ids: ['b', 'a', 'c'] },
  { state_id: 's2', method: 'rrf', ranked_evidence_ids: ['=x', 'a,"q"'] },
];

const read = (text: string, format: Format) =>
  importRun(new Blob([text]), { file: 'f', format, method: 'rrf', split: null }, quietTask());

describe('round trip', () => {
  test.each(Object.keys(FORMATS).filter(isFormat))('%s', async (format) => {
    const text = exportRun(format === 'trec' ? ROWS.slice(0, 1) : ROWS, format);
    const { rows, faults } = await read(text, format);
    expect(faults.kept).toEqual([]);
    expect(rows).toEqual(format === 'trec' ? ROWS.slice(0, 1) : ROWS);
    expect(guessFormat(`x.${FORMATS[format].extension}`, text)).toBe(format);
  });

  test('only predictions.jsonl and BEIR carry an empty answer', async () => {
    const empty = [{ state_id: 's', method: 'rrf', ranked_evidence_ids: [] }];
    expect((await read(exportRun(empty, 'predictions'), 'predictions')).rows).toEqual(empty);
    expect((await read(exportRun(empty, 'beir'), 'beir')).rows).toEqual(empty);
    expect(exportRun(empty, 'trec')).toBe('');
  });
});

describe('packed runs', () => {
  const packed = async (text: string, format: Format, name: string) => {
    const blob = new Blob([gzipSync(text)]);
    expect(guessFormat(name, await blob.slice(0, 200).text())).toBe(format);
    return importRun(blob, { file: name, format, method: 'rrf', split: null }, quietTask());
  };

  test.each(Object.keys(FORMATS).filter(isFormat))('%s is read from gzip as it is plain', async (format) => {
    const rows = format === 'trec' ? ROWS.slice(0, 1) : ROWS;
    const end = await packed(exportRun(rows, format), format, `x.${FORMATS[format].extension}.gz`);
    expect([end.rows, end.faults.kept]).toEqual([rows, []]);
  });

  test('damaged gzip and bytes that are no UTF-8 are faults of the file, with the line', async () => {
    const cut = new Blob([gzipSync('s1 Q0 a 1 2 t\n'.repeat(99)).subarray(0, 30)]);
    const made = { file: 'x.run.gz', format: 'trec', method: 'm', split: null } as const;
    expect((await importRun(cut, made, quietTask())).faults.kept).toHaveLength(1);
    const bytes = new Blob(['s1 Q0 a 1 2 t\ns1 Q0 b', new Uint8Array([0xff]), ' 2 1 t\n']);
    const [fault] = (await importRun(bytes, made, quietTask())).faults.kept;
    expect(fault).toMatchObject({ code: 'not-utf8', line: 2, column: 8 });
  });
});

describe('ids that look alike', () => {
  test('an apostrophe before a formula is kept apart from the guard', async () => {
    const ids = ['=x', "'=x", "''=x", "'x", "'", '-', "'\tx"];
    const rows = [{ state_id: "'+s", method: 'rrf', ranked_evidence_ids: ids }];
    const { rows: back, faults } = await read(exportRun(rows, 'csv'), 'csv');
    expect([back, faults.kept]).toEqual([rows, []]);
  });

  test.each<[Format, string]>([
    ['trec', '\ud800'],
    ['trec', 'a\x1cb'],
    ['trec', 'a\x85b'],
    ['csv', 'x\udc01'],
  ])('%s refuses %j', (format, id) => {
    expect(() => exportRun([{ state_id: 's', method: 'm', ranked_evidence_ids: [id] }], format)).toThrow(
      UnwritableId,
    );
    expect(() => exportRun([{ state_id: id, method: 'm', ranked_evidence_ids: ['a'] }], format)).toThrow(
      UnwritableId,
    );
  });

  test.each<Format>(['predictions', 'beir'])('%s carries half characters', async (format) => {
    const rows = [{ state_id: 's', method: 'rrf', ranked_evidence_ids: ['\ud800', '\ud801'] }];
    expect((await read(exportRun(rows, format), format)).rows).toEqual(rows);
  });
});

test.each([
  ['{\n "s1": {\n  "a": 1\n },\n "s2": {\n  "a": "x"\n }\n}', 'wrong-score', 6, 8],
  ['{\n "s1": {\n  "a": 1,\n  "a": 2\n }\n}', 'json-duplicate-key', 4, 3],
  ['{\n "s1": {\n  "a": NaN\n }\n}', 'json-not-finite', 3, 8],
  ['{\n "s1": {\n  "a": 1\n }\n', undefined, undefined, undefined],
  ['{\n\n "s1": 3 }', 'not-an-object', 3, 8],
])('BEIR %j: the fault stands on its own line', async (text, code, line, column) => {
  const [fault] = (await read(text, 'beir')).faults.kept;
  expect(fault?.line).toBe(line ?? 5);
  if (code !== undefined) expect(fault).toMatchObject({ code, column });
});

describe('export', () => {
  test('TREC: scores fall with the rank, so that tools which sort by score keep the order', () => {
    expect(exportRun(ROWS.slice(0, 1), 'trec')).toBe('s1 Q0 b 1 3 rrf\ns1 Q0 a 2 2 rrf\ns1 Q0 c 3 1 rrf\n');
  });

  test('TREC refuses ids with white space', () => {
    const row = { state_id: 's', method: 'm', ranked_evidence_ids: ['a b'] };
    expect(() => exportRun([row], 'trec')).toThrow(UnwritableId);
  });

  test('CSV neutralises what a spreadsheet would run', () => {
    expect(exportRun(ROWS, 'csv')).toContain("s2,1,'=x\n");
  });
});

describe('faults say where', () => {
  test.each<[string, Format, string, number, string]>([
    ['too few columns', 'trec', 's1 Q0 a 1 2 t\ns1 Q0 b\n', 2, 'wrong-columns'],
    ['a rank that is none', 'trec', 's1 Q0 a x 2 t\n', 1, 'wrong-rank'],
    ['a score that is none', 'trec', 's1 Q0 a 1 nan t\n', 1, 'wrong-score'],
    ['a unit twice', 'trec', 's1 Q0 a 1 2 t\ns1 Q0 a 2 1 t\n', 2, 'duplicate-evidence-id'],
    ['a rank twice', 'csv', 'state_id,rank,evidence_id\ns,1,a\ns,1,b\n', 3, 'duplicate-rank'],
    ['a missing column', 'csv', 'state_id,evidence_id\ns,a\n', 1, 'missing-columns'],
    ['an open quote', 'csv', 'state_id,rank,evidence_id\ns,1,"a\n', 2, 'open-quote'],
    [
      'a line end inside quotes counts',
      'csv',
      'state_id,rank,evidence_id\ns,1,"a\nb"\ns,x,c\n',
      4,
      'wrong-rank',
    ],
    ['no object', 'beir', '[1]', 1, 'not-an-object'],
    ['a key twice', 'beir', '{"s":{"a":1,"a":2}}', 1, 'json-duplicate-key'],
    ['a score as text', 'beir', '{"s":{"a":"1"}}', 1, 'wrong-score'],
    ['nothing', 'trec', '\n', 1, 'no-rows'],
  ])('%s', async (_name, format, text, line, code) => {
    const { faults } = await read(text, format);
    expect(faults.kept.map((fault) => [fault.line, fault.code, fault.severity])).toContainEqual([
      line,
      code,
      'error',
    ]);
  });

  test('scores that disagree with the ranks: the ranks stand, one warning names the first', async () => {
    const { rows, faults } = await read('s Q0 a 1 0.5 t\ns Q0 b 2 0.7 t\ns Q0 c 3 0.9 t\n', 'trec');
    expect(rows[0]?.ranked_evidence_ids).toEqual(['a', 'b', 'c']);
    expect(faults.errors).toBe(0);
    expect(faults.kept.map(({ line, code }) => [line, code])).toEqual([[2, 'scores-disagree']]);
  });

  test('scores that differ in the tenth digit are different', async () => {
    const { rows } = await read('{"s":{"a":0.9752302810,"b":0.9752302820}}', 'beir');
    expect(rows[0]?.ranked_evidence_ids).toEqual(['b', 'a']);
  });

  test('the preview counts what the split does not know', async () => {
    const unit = { evidence_id: 'a', source_path: 'p' };
    const state = { state_id: 's', repo: 'r', instance_id: 'i', state_type: 'x', units: [unit] };
    const split = new Map([
      ['s', { ...state, ids: new Set(['a']), observed: new Set<string>() }],
      ['t', { ...state, state_id: 't', ids: new Set<string>(), observed: new Set<string>() }],
    ]);
    const text = 's Q0 a 1 3 m\ns Q0 z 2 2 m\nu Q0 a 1 1 m\n';
    const { preview } = await importRun(
      new Blob([text]),
      { file: 'f', format: 'trec', method: '', split },
      quietTask(),
    );
    expect(preview).toMatchObject({
      methods: ['m'],
      states: 2,
      units: 3,
      missingStates: 1,
      unknownStates: 1,
      unknownUnits: 1,
    });
  });
});
