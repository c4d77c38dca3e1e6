import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspectFile } from '$lib/data/ingest/inspect';
import { identify, releaseFiles, releases } from '$lib/data/release/catalog';
import { quietTask } from '$lib/serbench/task';

const look = (content: string | Uint8Array<ArrayBuffer>, name = 'x') =>
  inspectFile(new File([content], name), quietTask());

describe('what a file is', () => {
  test.each([
    ['{"state_id":"a","candidate_evidence":[]}', 'items'],
    ['\ufeff{"state_id":"a","required_evidence_groups":[]}\r\n', 'labels'],
    ['{"graded_labels":{}}', 'labels'],
    ['\n\n{"state_id":"a","method":"m","ranked_evidence_ids":[]}', 'predictions'],
    ['{"a":1}', 'unknown'],
    ['[1]', 'unknown'],
    ['not json', 'unknown'],
    ['', 'unknown'],
    ['\u0000\u0001\u0002', 'unknown'],
  ])('%j is %s', async (text, kind) => {
    const found = await look(text);
    expect(found).toMatchObject({ kind, known: null });
    expect(found.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  });

  test.each([
    ['[{"candidate_evidence":[]}]', /^line 1: .*array/],
    ['\u0000\u0001\u0002', /^line 1: /],
    ['<!doctype html>', /^line 1: /],
    ['', null],
    ['{"a":1}', null],
  ])('%j: why no record can be read', async (text, why) => {
    const { problem } = await look(text);
    if (why === null) expect(problem).toBeNull();
    else expect(problem).toMatch(why);
  });

  test('a gzip is looked into', async () => {
    expect(await look(Uint8Array.from(gzipSync('{"candidate_evidence":[]}')))).toMatchObject({
      kind: 'items',
    });
  });

  test('files of the release are known packed and unpacked', () => {
    expect(releaseFiles).toHaveLength(6);
    for (const file of releaseFiles) {
      expect(identify(file.sha256)).toBe(file);
      expect(identify(file.uncompressedSha256)).toBe(file);
    }
    expect(identify('0'.repeat(64))).toBeNull();
    expect(releases.map((release) => [release.items.label, release.items.bytes])).toEqual([
      ['Example items', 703902],
      ['Cal500 items', 29263904],
      ['Test500 items', 26010955],
    ]);
  });
});
