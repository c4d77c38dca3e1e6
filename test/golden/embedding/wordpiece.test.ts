import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readWordPiece } from '$lib/embedding/wordpiece/read';
import { WordPiece } from '$lib/embedding/wordpiece/wordpiece';

// Made by ./make_wordpiece_cases.py with the reference tokenizer.
const cases = JSON.parse(readFileSync('test/golden/embedding/wordpiece-cases.json', 'utf8')) as {
  each_code_point_between_letters_sha256: string;
  rows: [string, number[]][];
};
const tokenizer = new WordPiece(
  readWordPiece(readFileSync('static/models/bge-small-en-v1.5/tokenizer.json')),
);
const out = new Int32Array(4096);
const encode = (text: string) => out.subarray(0, tokenizer.encodeInto(text, out, out.length));

test('odd texts: accents, marks, blanks, ideographs, special-token look-alikes, words of 99 to 300 letters', () => {
  expect(cases.rows.length).toBeGreaterThan(400);
  for (const [text, ids] of cases.rows) expect([...encode(text)], JSON.stringify(text)).toEqual(ids);
});

test('every code point up to U+2FFFF between two letters', () => {
  const digest = createHash('sha256');
  for (let code = 0; code < 0x30000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const ids = encode(`a${String.fromCodePoint(code)}b`);
    digest.update(Int32Array.of(ids.length, ...ids));
  }
  expect(digest.digest('hex')).toBe(cases.each_code_point_between_letters_sha256);
});
