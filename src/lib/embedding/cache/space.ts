import type { Encoder, TextKind } from '../encoder';

/**
 * The name of all vectors that may stand for each other: same model, revision, dtype, pooling and cut, and prefix.
 * Canonical JSON, so that it can be read back.
 */
export function vectorSpace(encoder: Pick<Encoder, 'identity' | 'prefix'>, kind: TextKind): string {
  const { model, revision, dtype, how } = encoder.identity;
  return JSON.stringify([model, revision, dtype, how, encoder.prefix[kind]]);
}

/** Half a SHA-256 of a text, as 32 hex digits: two texts of a lifetime never share it. */
export async function textHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  let hex = '';
  for (const byte of new Uint8Array(digest, 0, 16)) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
