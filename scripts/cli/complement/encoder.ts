import { fileURLToPath } from 'node:url';
import { catalogEntry } from '$lib/embedding/catalog';
import type { Encoder } from '$lib/embedding/encoder';
import { openStaticFolder, openTransformerFolder } from '../../models';

/** Wherever the command is run from. */
const FOLDER = fileURLToPath(new URL('../../../static/models/', import.meta.url));
const opened = new Map<string, Promise<Encoder>>();

/** An encoder of the project's own models, static or a transformer; opened once. */
export function ownEncoder(name: string): Promise<Encoder> {
  if (!/^[\w.-]+$/.test(name)) return Promise.reject(new RangeError(`"${name}" is no name of an encoder.`));
  const known = opened.get(name);
  if (known) return known;
  const opening: Promise<Encoder> =
    catalogEntry(name)?.kind === 'transformer'
      ? openTransformerFolder(name, FOLDER)
      : Promise.resolve().then(() => openStaticFolder(name, FOLDER));
  opened.set(name, opening);
  return opening;
}
