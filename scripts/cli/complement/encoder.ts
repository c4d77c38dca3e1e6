import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { catalogEntry } from '$lib/embedding/catalog';
import type { Encoder } from '$lib/embedding/encoder';
import { CliError } from '../options';
import { openStaticFolder, openTransformerFolder } from '../../models';

/** Wherever the command is run from. */
const FOLDER = fileURLToPath(new URL('../../../static/models/', import.meta.url));
const opened = new Map<string, Promise<Encoder>>();

/** An encoder of the project's own models, static or a transformer; opened once. */
export function ownEncoder(name: string): Promise<Encoder> {
  const known = opened.get(name);
  if (known) return known;
  const opening = open(name);
  opened.set(name, opening);
  return opening;
}

async function open(name: string): Promise<Encoder> {
  const there = (await readdir(FOLDER)).sort();
  if (!there.includes(name))
    throw new CliError(
      'encoder',
      `The configuration names the encoder ${JSON.stringify(name)}; static/models has ${there.join(', ')}.`,
    );
  return catalogEntry(name)?.kind === 'transformer'
    ? openTransformerFolder(name, FOLDER)
    : openStaticFolder(name, FOLDER);
}
