import type { Path } from './json-path';

/** The deepest nesting that is read. */
export const MAX_DEPTH = 500;

/** What a walk meets. Positions are 0-based UTF-16 offsets; `end` is exclusive. */
export interface Visitor {
  value?(path: Path, start: number, end: number): void;
  duplicateKey?(path: Path, start: number, end: number): void;
  /** `NaN`, `Infinity`, or a number beyond the largest double. */
  notFinite?(path: Path, start: number, end: number): void;
}

/** The first place where a text stops being JSON. */
export class JsonSyntaxError extends Error {
  constructor(
    readonly code: 'json-syntax' | 'json-cut' | 'json-trailing-comma' | 'json-extra' | 'json-too-deep',
    message: string,
    readonly at: number,
    readonly end: number,
    readonly path: Path,
  ) {
    super(message);
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /-?[A-Za-z_]+/y;
const NOT_FINITE = new Set(['NaN', '-NaN', 'Infinity', '-Infinity']);
const WORDS = new Set(['true', 'false', 'null']);

/** Reads JSON strictly and tells the visitor what it meets, in order. Throws a `JsonSyntaxError`. */
export function walkJson(text: string, visitor: Visitor): void {
  let at = 0;
  const path: (string | number)[] = [];

  const fail = (code: JsonSyntaxError['code'], message: string, from = at, to = from + 1): never => {
    throw new JsonSyntaxError(code, message, from, Math.min(to, text.length), [...path]);
  };
  const space = () => {
    while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
  };
  const expected = (what: string): never =>
    at >= text.length
      ? fail('json-cut', `The line ends where ${what} is expected: the record is cut.`)
      : fail('json-syntax', `Expected here: ${what}.`);
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const string = (): string => {
    const start = at;
    let i = at + 1;
    for (let code = text.charCodeAt(i); code !== QUOTE; code = text.charCodeAt(i)) {
      if (code === BACKSLASH) {
        ESCAPE.lastIndex = i;
        const escape = ESCAPE.exec(text)?.[0];
        if (escape === undefined && i + 6 <= text.length)
          fail('json-syntax', 'Unknown escape in a string.', i);
        i += escape?.length ?? text.length;
      } else if (code < 32) fail('json-syntax', 'A control character stands in a string; escape it.', i);
      else i += 1;
      if (i >= text.length)
        fail('json-cut', 'The line ends inside a string: the record is cut.', start, text.length);
    }
    at = i + 1;
    return JSON.parse(text.slice(start, at)) as string;
  };
  /** After an element: a comma (then not the closing bracket), or the end. */
  const more = (close: string): boolean => {
    space();
    if (text.charAt(at) === close) {
      at += 1;
      return false;
    }
    if (text.charAt(at) !== ',') return expected(`"," or "${close}"`);
    const comma = at;
    at += 1;
    space();
    if (text.charAt(at) === close)
      fail('json-trailing-comma', `A comma stands before "${close}"; remove it.`, comma);
    return true;
  };
  const empty = (close: string): boolean => {
    at += 1;
    space();
    if (text.charAt(at) !== close) return false;
    at += 1;
    return true;
  };
  const object = () => {
    if (empty('}')) return;
    const keys = new Set<string>();
    do {
      space();
      const start = at;
      if (text.charAt(at) !== '"') expected('a key in double quotes');
      const key = string();
      path.push(key);
      if (keys.has(key)) visitor.duplicateKey?.([...path], start, at);
      keys.add(key);
      space();
      if (text.charAt(at) !== ':') expected('":"');
      at += 1;
      value();
      path.pop();
    } while (more('}'));
  };
  const array = () => {
    if (empty(']')) return;
    let i = 0;
    do {
      path.push(i);
      value();
      path.pop();
      i += 1;
    } while (more(']'));
  };
  const scalar = () => {
    const start = at;
    const number = match(NUMBER);
    if (number !== null && !/[\w.]/.test(text.charAt(at))) {
      if (!Number.isFinite(Number(number))) visitor.notFinite?.([...path], start, at);
      return;
    }
    at = start;
    const word = match(WORD);
    if (word !== null && NOT_FINITE.has(word)) visitor.notFinite?.([...path], start, at);
    else if (word === null || !WORDS.has(word)) {
      at = start;
      expected('a JSON value');
    }
  };
  const value = () => {
    space();
    const start = at;
    if (path.length > MAX_DEPTH) fail('json-too-deep', `More than ${MAX_DEPTH} levels of nesting.`);
    const first = text.charAt(at);
    if (first === '{') object();
    else if (first === '[') array();
    else if (first === '"') string();
    else scalar();
    visitor.value?.(path, start, at);
  };

  value();
  space();
  if (at < text.length)
    fail('json-extra', 'Something follows the record; each line holds one JSON object.', at, text.length);
}
