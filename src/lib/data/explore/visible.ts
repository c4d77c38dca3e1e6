/** What a reader would not see, or what would turn the line around: shown by name. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- these are the characters that are looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

const named = (character: string): string => {
  const code = character.charCodeAt(0);
  // Control Pictures: U+2400 is the picture of NUL.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
};

/**
 * A text with its control, bidirectional and zero-width characters made visible, so that what is read is what is
 * there. Tabs and line feeds stay; a carriage return before a line feed goes. For display only, never for export.
 */
export const visible = (text: string): string => text.replace(/\r\n/g, '\n').replace(INVISIBLE, named);
