import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeCut } from '$lib/embedding/tokenizer';
import { readWordPiece } from '$lib/embedding/wordpiece/read';
import { WordPiece } from '$lib/embedding/wordpiece/wordpiece';
import { golden } from './golden';

const read = (path: string) => readWordPiece(readFileSync(path));

describe('token ids equal the reference tokenizer', () => {
  test('complement-static-256: no special tokens added, [UNK] dropped', () => {
    const model = read('static/models/complement-static-256/tokenizer.json');
    const tokenizer = new WordPiece(model, true);
    const out = new Int32Array(512);
    for (const { text, token_ids } of golden('complement-static-256').rows) {
      const total = tokenizer.encodeInto(text, out, 512);
      const ids = [...out.subarray(0, Math.min(total, 512))].filter((id) => id !== model.unknown);
      expect(ids, text.slice(0, 60)).toEqual(token_ids);
    }
  });

  // The three tokenizers share one vocabulary and differ in their cut only, so the vendored one serves for MiniLM too.
  test.each([
    ['bge-small-en-v1.5', 512],
    ['all-MiniLM-L6-v2', 256],
  ])('%s: cut before the special tokens, so that [SEP] stays', (name, limit) => {
    const tokenizer = new WordPiece(read('static/models/bge-small-en-v1.5/tokenizer.json'));
    for (const { text, token_ids } of golden(name).rows) {
      const { ids } = encodeCut(tokenizer, text, limit);
      expect([...ids], text.slice(0, 60)).toEqual(token_ids);
      expect(ids.at(-1)).toBe(102);
    }
  });
});
