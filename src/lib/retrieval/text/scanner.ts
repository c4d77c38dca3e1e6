import { wordUnits } from './characters';
import type { IntList } from './int-list';
import { HASH_FACTOR, HASH_START, type Lexicon } from './lexicon';

const DOT = 0x2e;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** How many units a joint inside a dotted name or path takes at `index`: `.`, `/`, `\`, `::`; 0 for none. */
function jointUnits(text: string, index: number): 0 | 1 | 2 {
  const unit = text.charCodeAt(index);
  if (unit === DOT || unit === SLASH || unit === BACKSLASH) return 1;
  return unit === COLON && text.charCodeAt(index + 1) === COLON ? 2 : 0;
}

/** What the scanner found in one or more texts, as numbers of the lexicon. */
export interface Scan {
  /** Words (`\w+` runs) as written, in order. */
  words: IntList;
  /** Dotted names and paths as written: words joined by `.`, `/`, `\` or `::`. */
  compounds: IntList;
}

/** Numbers the words and compounds of a text. One pass, no substrings. */
export function scan(text: string, lexicon: Lexicon, { words, compounds }: Scan): void {
  const length = text.length;
  let i = 0;
  let compoundStart = -1;
  while (i < length) {
    let step = wordUnits(text, i);
    if (step === 0) {
      i += 1;
      continue;
    }
    const start = i;
    let hash = HASH_START;
    while (step !== 0) {
      hash = Math.imul(hash ^ text.charCodeAt(i), HASH_FACTOR);
      if (step === 2) hash = Math.imul(hash ^ text.charCodeAt(i + 1), HASH_FACTOR);
      i += step;
      step = i < length ? wordUnits(text, i) : 0;
    }
    words.push(lexicon.internHashed(text, start, i, hash));
    const joint = i < length ? jointUnits(text, i) : 0;
    if (joint !== 0 && i + joint < length && wordUnits(text, i + joint) !== 0) {
      if (compoundStart < 0) compoundStart = start;
      i += joint;
    } else if (compoundStart >= 0) {
      compounds.push(lexicon.intern(text, compoundStart, i));
      compoundStart = -1;
    }
  }
}
