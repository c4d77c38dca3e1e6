export type Random = () => number;

/** Mulberry32: numbers in 0..1, the same on every machine for a seed (a whole number below 2^32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to below `end`. */
export const below = (random: Random, end: number): number => Math.floor(random() * end);

/** One of a list, which is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[below(random, list.length)];
  if (found === undefined) throw new RangeError('Nothing to pick from');
  return found;
}

/** What breaks readers of text: other scripts, half characters, controls, names of the language, numbers. */
export const ODD_TEXT = [
  ...['', ' ', '\t', '\n', '\r\n', '\r', '\0', '\u0085', '\u2028', '\ufeff', '\u202e', '\ud800', '\udfff'],
  ...['İ', 'ß', 'é', 'e\u0301', '漢', '\u{1f600}', '__proto__', 'constructor', 'toString', 'NaN', 'Infinity'],
  ...[
    'null',
    'true',
    '-0',
    '-1',
    '0',
    '1',
    '007',
    '1e999',
    '1e-7',
    '2147483648',
    '9007199254740993',
    '1_000',
  ],
  ...[
    '"',
    "'",
    "'=x",
    '=x',
    '+1',
    '@',
    ',',
    ';',
    '\\',
    '\\u0000',
    '{',
    '}',
    '[',
    ']',
    '%',
    '%ff',
    '&',
    '#',
    '<b>',
  ],
] as const;

/** Text of odd pieces and some of `words`, at most about `size` characters. */
export function oddText(random: Random, size: number, words: readonly string[] = []): string {
  const all = [...ODD_TEXT, ...words, ...words];
  let text = '';
  const length = below(random, size + 1);
  while (text.length < length) text += pick(random, all);
  return text;
}

/** Bytes flipped, cut out, doubled or put in: some damage, mostly little. */
export function damage(random: Random, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let out = Array.from(bytes);
  const times = 1 + below(random, 4);
  for (let n = 0; n < times; n += 1) {
    const at = below(random, out.length + 1);
    const span = 1 + below(random, random() < 0.2 ? out.length + 1 : 4);
    const how = random();
    if (how < 0.3) out[Math.min(at, out.length - 1)] = below(random, 256);
    else if (how < 0.5) out.splice(at, span);
    else if (how < 0.7) out.splice(at, 0, ...out.slice(at, at + span));
    else if (how < 0.9) out.splice(at, 0, ...new TextEncoder().encode(pick(random, ODD_TEXT)));
    else out = out.slice(0, at);
  }
  return Uint8Array.from(out);
}
