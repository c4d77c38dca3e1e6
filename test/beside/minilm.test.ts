import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeCut } from '$lib/embedding/tokenizer';
import { readWordPiece } from '$lib/embedding/wordpiece/read';
import { WordPiece } from '$lib/embedding/wordpiece/wordpiece';
import { golden } from '../golden/embedding/golden';
import { expectReferenceVectors } from '../golden/embedding/reference-vectors';

const name = 'all-MiniLM-L6-v2';
const folder = '../shared/models';

describe.skipIf(!existsSync(`${folder}/${name}`))(`${name}, too large for the repository`, () => {
  test('its own tokenizer.json gives the reference tokens', () => {
    const tokenizer = new WordPiece(readWordPiece(readFileSync(`${folder}/${name}/tokenizer.json`)));
    for (const { text, token_ids } of golden(name).rows)
      expect([...encodeCut(tokenizer, text, 256).ids]).toEqual(token_ids);
  });

  test('its vectors equal the reference', () => expectReferenceVectors(name, folder));
});
