/**
 * Quoted material for a prompt. Every value is one line of JSON, so quotes and line ends of the material cannot
 * end it, and what could be read as the block's own tag, or would hide text from a reader, is written as an
 * escape that JSON gives back unchanged.
 */

// A "<" that begins a data tag, open or closing, whatever the case or the spaces.
const TAG = /<(?=\s*(?:\/\s*)?data\b)/gi;
// Bidi controls, invisible joiners, line separators, tag characters: legal JSON, but not what they look like.
const INVISIBLE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

const escapeUnits = (text: string) =>
  Array.from(
    { length: text.length },
    (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

/** One value as one line of JSON that cannot close its block. */
export function quoteLine(value: unknown): string {
  return JSON.stringify(value).replace(INVISIBLE, escapeUnits).replace(TAG, '\\u003c');
}

/** A named block; `name` is ours, never material. */
export function dataBlock(name: string, values: readonly unknown[]): string {
  return [`<data name="${name}">`, ...values.map(quoteLine), '</data>'].join('\n');
}
