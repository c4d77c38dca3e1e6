import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { splitCamelCase } from '$lib/embedding/wordpiece/camel';
import { readWordPiece } from '$lib/embedding/wordpiece/read';
import { WordPiece } from '$lib/embedding/wordpiece/wordpiece';
import { encodeCut, encodePair } from '$lib/embedding/tokenizer';

const model = readWordPiece(readFileSync('static/models/bge-small-en-v1.5/tokenizer.json'));
const shared = new WordPiece(model);
const ids = (tokenizer: WordPiece, text: string): number[] => {
  const out = new Int32Array(8192);
  return [...out.subarray(0, tokenizer.encodeInto(text, out, out.length))];
};
const anyText = fc.string({ unit: 'binary', maxLength: 60 });

test('camelCase borders are those of the stated expression', () => {
  const expression = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;
  fc.assert(
    fc.property(fc.oneof(fc.stringMatching(/^[a-cA-C0-1_é]*$/), anyText), (text) => {
      expect(splitCamelCase(text)).toBe(text.replace(expression, ' '));
    }),
  );
});

test('the camelCase tokenizer is the plain one over split text', () => {
  const camel = new WordPiece(model, true);
  fc.assert(
    fc.property(fc.oneof(fc.stringMatching(/^[a-cA-C0-1_é .]*$/), anyText), (text) => {
      expect(ids(camel, text)).toEqual(ids(shared, splitCamelCase(text)));
    }),
  );
});

test('what was tokenised before changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(ids(shared, text)).toEqual(ids(new WordPiece(model), text));
    }),
    { numRuns: 10 },
  );
});

test('words stand for themselves: a text is its words, whatever blanks are between', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zA-Z0-9_(){}.é]+$/), { maxLength: 8 }), (words) => {
      expect(ids(shared, words.join(' \t\n'))).toEqual(words.flatMap((word) => ids(shared, word)));
    }),
  );
});

test('a cut text begins and ends with the special tokens and never passes the limit', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, limit) => {
      const whole = ids(shared, text);
      const cut = encodeCut(shared, text, limit);
      expect([...cut.ids]).toEqual([101, ...whole.slice(0, limit - 2), 102]);
      expect(cut.total).toBe(whole.length + 2);
    }),
  );
});

test('a pair keeps both texts and the limit, and tells the second by its segment', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.integer({ min: 5, max: 60 }), (first, second, limit) => {
      const a = ids(shared, first).slice(0, Math.floor((limit - 3) / 2));
      const b = ids(shared, second).slice(0, limit - 3 - a.length);
      const pair = encodePair(shared, first, second, limit);
      expect([...pair.ids]).toEqual([101, ...a, 102, ...b, 102]);
      expect([...pair.segments]).toEqual([
        ...new Array(a.length + 2).fill(0),
        ...new Array(b.length + 1).fill(1),
      ]);
    }),
  );
});
