export const FONT_SIZE = 12;
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/**
 * About how wide a text is, in pixels. An estimate from a mean letter, so that Node and every browser lay
 * pictures out alike; wide scripts count double.
 */
export function textWidth(text: string, size = FONT_SIZE): number {
  let units = 0;
  for (const letter of text) units += (letter.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.6;
  return units * size;
}

/** Breaks a text into lines of at most `width` pixels, at spaces; a longer word stands alone. */
export function wrap(text: string, width: number, size = FONT_SIZE): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
