import { z } from 'zod';
import { GeneralTokenizer } from './general-tokenizer';
import { readJson } from './json';
import type { Tokenizer } from './tokenizer';
import { isWordPiece, readWordPiece } from './wordpiece/read';
import { WordPiece } from './wordpiece/wordpiece';

const Anything = z.record(z.string(), z.unknown());

/** Our WordPiece for BERT's vocabularies, the general tokenizer for all others. */
export function readTokenizer(tokenizer: Uint8Array, config: Uint8Array | undefined): Tokenizer {
  if (isWordPiece(tokenizer)) return new WordPiece(readWordPiece(tokenizer));
  const settings = config === undefined ? {} : readJson(config, 'tokenizer_config.json', Anything);
  return new GeneralTokenizer(readJson(tokenizer, 'tokenizer.json', Anything), settings);
}
