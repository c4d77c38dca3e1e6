const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const codeAt = (text: string, i: number) => text.codePointAt(i) ?? -1;

/**
 * Order of two strings by Unicode code points, as Python's `sorted` has it, halves of surrogate pairs that stand alone
 * included. JavaScript's `<` compares UTF-16 units, which puts astral characters before U+E000..U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    // After an equal first half of a pair it is the whole code points that differ.
    const start = i > 0 && isHigh(a.charCodeAt(i - 1)) ? i - 1 : i;
    return codeAt(a, start) - codeAt(b, start) || codeAt(a, i) - codeAt(b, i);
  }
  return a.length - b.length;
}
