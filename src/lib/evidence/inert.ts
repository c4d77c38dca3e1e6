/** Control characters (line ends too), bidi controls, invisible joiners and lone surrogates: not what they look like. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** What XML 1.0 cannot hold. */
const NO_XML = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

const named = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** One line in which nothing hides: characters that cannot be seen, or turn the line around, stand by their names. */
export const oneLine = (text: string): string => text.replace(UNSEEN, named);

/** Several lines as one: line ends and the blanks around them become one blank. */
export const unwrapped = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ');

/** The same as Markdown text: no link, image, tag, emphasis or code begins in it. */
export const markdownLine = (text: string): string => oneLine(text).replace(/[\\`*[\]<>!|~#]/g, '\\$&');

/** More backticks than any run inside, and at least so many. */
export function backticks(text: string, least: number): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

/** A code span that holds the text, whatever it contains. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const ticks = backticks(line, 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Text that XML can hold: markup escaped, characters that it lacks by their names. `replaced` counts those. */
export function xmlText(text: string): { text: string; replaced: number } {
  let replaced = 0;
  const held = text.replace(NO_XML, (character) => {
    replaced += 1;
    return named(character);
  });
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
  return { text: held.replace(/[&<>\r]/g, (character) => escapes[character] ?? character), replaced };
}

/** A quoted attribute value; line ends and tabs survive a parser. */
export const xmlAttribute = (value: string): string =>
  `"${xmlText(value).text.replace(/["\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)}"`;
