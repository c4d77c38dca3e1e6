/** Keys below this many characters occur in ordinary text: blanking them would destroy answers, so it is not done. */
const SHORTEST_SECRET = 8;

const BLANK = '[key]';

/** Whether a key is long enough to be told from ordinary text, and so to be blanked. */
const canBlank = (key: string): boolean => key.length >= SHORTEST_SECRET;

/** What to tell the owner of a key that cannot be blanked; null for a key that can, and for none. */
export const keyWarning = (key: string | null): string | null =>
  key === null || key === '' || canBlank(key)
    ? null
    : `This key has ${key.length} characters. Below ${SHORTEST_SECRET} it cannot be told from ordinary text, so it is not blanked where the server repeats it: use it only as a placeholder.`;

/**
 * Blanks every occurrence of a key in a text that will be kept or shown: providers echo keys in errors. Each
 * character counts in any of the ways JSON and URLs write it (`\/`, `\u002f`, `%2F`), however deep in escapes; the
 * whole key also in base64. A key that is too short to blank leaves the text as it is.
 */
export function redact(text: string, key: string | null): string {
  if (!key || !canBlank(key) || text === '') return text;
  return text.replace(patternOf(key), BLANK);
}

/** Blanks a key in every string of a plain value (names of fields too); other values stay as they are. */
export function redactDeep<T>(value: T, key: string | null): T {
  if (!key || !canBlank(key)) return value;
  return walk(value, key) as T;
}

function walk(value: unknown, key: string): unknown {
  if (typeof value === 'string') return redact(value, key);
  if (Array.isArray(value)) return value.map((part) => walk(part, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redact(name, key), walk(part, key)]),
  );
}

/** Where the last characters of a growing text may be the beginning of the key, however spelled: they must wait. */
export function openTail(text: string, key: string | null): number {
  if (!key || !canBlank(key)) return text.length;
  const chars = [...key].map((char) => new RegExp(spellings(char), 'y'));
  // The longest usual spelling is `\uXXXX`.
  for (let at = Math.max(0, text.length - key.length * 6); at < text.length; at += 1)
    if (mayBegin(text, at, chars)) return at;
  return text.length;
}

function mayBegin(text: string, at: number, chars: readonly RegExp[]): boolean {
  let end = at;
  for (const char of chars) {
    if (end === text.length || HALF_ESCAPE.test(text.slice(end, end + 8))) return true;
    char.lastIndex = end;
    if (!char.test(text)) return false;
    end = char.lastIndex;
  }
  return false;
}

/** An escape that is not whole yet, at the end of a text. */
const HALF_ESCAPE = /^(?:\\+(?:u[\da-f]{0,3})?|%[\da-f]?)$/i;

const patterns = new Map<string, RegExp>();

function patternOf(key: string): RegExp {
  const known = patterns.get(key);
  if (known) return known;
  const spelled = [...key].map(spellings).join('');
  const pattern = new RegExp([spelled, ...base64(key)].join('|'), 'g');
  patterns.clear();
  patterns.set(key, pattern);
  return pattern;
}

/** A character as itself, after backslashes, as `\uXXXX` (hex in any case) or percent-encoded. */
function spellings(char: string): string {
  const units = [...Array(char.length).keys()].map((i) => char.charCodeAt(i).toString(16).padStart(4, '0'));
  const unicode = units.map((unit) => `\\\\+u${anyCase(unit)}`).join('');
  const percent = percentOf(char);
  return `(?:\\\\*${literal(char)}|${unicode}${percent === '' ? '' : `|${anyCase(percent)}`})`;
}

function percentOf(char: string): string {
  try {
    return [...new TextEncoder().encode(char)]
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join('');
  } catch {
    return '';
  }
}

const literal = (char: string) => char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const anyCase = (hex: string) => hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

function base64(key: string): string[] {
  try {
    return [[...btoa(key)].map(literal).join('')];
  } catch {
    return [];
  }
}
