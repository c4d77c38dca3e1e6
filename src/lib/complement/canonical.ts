import { compareCodePoints } from '$lib/serbench/code-point';

/** SHA-256 of the text's UTF-8 bytes, lower-case hex. Handed in: the core has no WebCrypto of its own. */
export type Digest = (text: string) => Promise<string>;

/**
 * One text for one value: keys sorted by code point, no white space, undefined members left out. Throws a
 * TypeError for what JSON cannot hold (a number that is not finite, a function).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`Canonical JSON has no ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`Canonical JSON has no ${typeof value}`);
}

/** The Digest of a WebCrypto: `crypto.subtle` of a page, a worker or Node. */
export function digestWith(subtle: SubtleCrypto): Digest {
  return async (text) => {
    const bytes = await subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
