import { DROPPED, IDEOGRAPHS, MARKS, PUNCTUATION, SPACES } from './categories';

export const WORD = 0;
export const DROP = 1;
export const SPACE = 2;
export const PUNCT = 3;
export const IDEOGRAPH = 4;
export const MARK = 5;

interface Range {
  first: number;
  last: number;
  kind: number;
}

/** Reads a list of `categories.ts`. */
export function readRanges(packed: string, kind: number): Range[] {
  let end = 0;
  return packed.split(' ').map((part) => {
    const [gap = '0', more = '0'] = part.split('+');
    const first = end + parseInt(gap, 36);
    end = first + parseInt(more, 36);
    return { first, last: end, kind };
  });
}

const plane0 = new Uint8Array(0x10000);
const beyond: Range[] = [];
for (const range of [
  ...readRanges(PUNCTUATION, PUNCT),
  ...readRanges(MARKS, MARK),
  ...readRanges(IDEOGRAPHS, IDEOGRAPH),
  ...readRanges(SPACES, SPACE),
  ...readRanges(DROPPED, DROP),
]) {
  if (range.first < 0x10000) plane0.fill(range.kind, range.first, range.last + 1);
  if (range.last >= 0x10000) beyond.push(range);
}
beyond.sort((a, b) => a.first - b.first);

/** What the BERT normaliser makes of a code point: one of the kinds above. */
export function kindOf(code: number): number {
  if (code < 0x10000) return plane0[code] ?? WORD;
  let low = 0;
  let high = beyond.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = beyond[middle];
    if (range === undefined) break;
    if (code < range.first) high = middle - 1;
    else if (code > range.last) low = middle + 1;
    else return range.kind;
  }
  return WORD;
}
