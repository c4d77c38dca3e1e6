import { MAX_DEPTH } from './json-walk';

const QUOTE = '"';
const BACKSLASH = 92;
const COLON = 58;

const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * Whether a text that `JSON.parse` took may still hide what it does not tell: a repeated key (it keeps the last), a
 * number beyond the largest double (it becomes Infinity), or nesting that would overflow a stack. Quick, since most
 * bytes of a state are inside strings and skipped at native speed; when true, `walkJson` says what and where.
 */
export function isSuspicious(text: string, value: unknown): boolean {
  let keys = 0;
  let depth = 0;
  for (let at = 0; ;) {
    const quote = text.indexOf(QUOTE, at);
    const end = quote === -1 ? text.length : quote;
    for (let i = at; i < end; i += 1) {
      const code = text.charCodeAt(i);
      if (code === COLON) keys += 1;
      else if (code === 123 || code === 91) {
        depth += 1;
        if (depth > MAX_DEPTH) return true;
      } else if (code === 125 || code === 93) depth -= 1;
      else if ((code === 101 || code === 69) && isDigit(text.charCodeAt(i - 1))) return true;
    }
    if (end - at > 300 && /\d{300}/.test(text.slice(at, end))) return true;
    if (quote === -1) return keys !== countKeys(value);
    at = closingQuote(text, quote) + 1;
  }
}

function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf(QUOTE, open + 1); ; close = text.indexOf(QUOTE, close + 1)) {
    if (close === -1) return text.length;
    let before = close - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((close - before) % 2 === 1) return close;
  }
}

function countKeys(root: unknown): number {
  let keys = 0;
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (!Array.isArray(value)) keys += inner.length;
    for (const item of inner) if (typeof item === 'object' && item !== null) stack.push(item);
  }
  return keys;
}
