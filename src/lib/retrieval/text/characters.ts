/** Classes of UTF-16 units, looked up instead of matched: scanning is the lexical views' main cost. */
export const WORD = 1;
export const SURROGATE = 2;

const wordClass = new Uint8Array(0x10000);
const spaceClass = new Uint8Array(0x10000);

function fill(): void {
  const word = /[\p{L}\p{N}_]/u;
  for (let unit = 0; unit < 0x10000; unit += 1) {
    if (unit >= 0xd800 && unit < 0xe000) wordClass[unit] = SURROGATE;
    else if (word.test(String.fromCharCode(unit))) wordClass[unit] = WORD;
  }
  // Python's str.split(): not JavaScript's \s, which lacks U+001C..U+001F and U+0085 and has U+FEFF.
  const spaces = [0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];
  for (let unit = 0x09; unit <= 0x0d; unit += 1) spaces.push(unit);
  for (let unit = 0x1c; unit <= 0x20; unit += 1) spaces.push(unit);
  for (let unit = 0x2000; unit <= 0x200a; unit += 1) spaces.push(unit);
  for (const unit of spaces) spaceClass[unit] = 1;
}

fill();

const ASTRAL_WORD = /[\p{L}\p{N}]/u;

/** Whether the code point at `index` is a letter, a number or an underscore: how many UTF-16 units it takes, or 0. */
export function wordUnits(text: string, index: number): 0 | 1 | 2 {
  const unit = text.charCodeAt(index);
  const kind = wordClass[unit];
  if (kind === WORD) return 1;
  if (kind !== SURROGATE) return 0;
  const point = text.codePointAt(index) ?? 0;
  return point > 0xffff && ASTRAL_WORD.test(String.fromCodePoint(point)) ? 2 : 0;
}

/** Whether a UTF-16 unit is white space as Python's `str.split()` has it. */
export const isSpace = (unit: number): boolean => spaceClass[unit] === 1;

/** Whether a text holds anything beyond ASCII. */
export function hasNonAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return true;
  return false;
}
