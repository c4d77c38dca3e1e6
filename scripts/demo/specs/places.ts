import type { Place } from '../spec';

/** A file, and the words in it that state the fact. */
export const at = (path: string, ...quotes: string[]): Place => ({ path, quotes });
