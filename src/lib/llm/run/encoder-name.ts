import { catalogEntry } from '$lib/embedding/catalog';
import type { Encoder } from '$lib/embedding/encoder';

/** Whether an encoder of this name lies on the site: its plain name stands for its int8 or static files. */
export const isSiteEncoder = (name: string): boolean => catalogEntry(name)?.vendored === true;

/**
 * An encoder's name in a configuration: all that its vectors depend on, so that another revision, other weights,
 * another cut or another prefix gives another configuration. An endpoint's revision is its origin.
 */
export function encoderName({ identity, prefix }: Pick<Encoder, 'identity' | 'prefix'>): string {
  const { model, revision, dtype, how } = identity;
  const before = (['query', 'document'] as const)
    .filter((kind) => prefix[kind] !== '')
    .map((kind) => `, before a ${kind} ${JSON.stringify(prefix[kind])}`);
  return `${model}@${revision}, ${dtype}, ${how}${before.join('')}`;
}

/** The configuration names an encoder that is not at hand. Says which, and what to do about it. */
export class EncoderMissing extends Error {
  constructor(name: string, open: string | null, advice: string) {
    const has = open === null ? 'no other encoder is open' : `the open one is "${open}"`;
    super(`The dense view needs the encoder "${name}", and ${has}. ${advice}`);
    this.name = 'EncoderMissing';
  }
}
