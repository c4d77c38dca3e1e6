import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Encoder } from '$lib/embedding/encoder';
import { openStatic } from '$lib/embedding/static-encoder/open';

/** A static encoder from the project's own models. */
export async function staticEncoder(name: string): Promise<Encoder> {
  if (!/^[\w.-]+$/.test(name)) throw new RangeError(`"${name}" is no name of an encoder.`);
  const folder = fileURLToPath(new URL(`../../../static/models/${name}/`, import.meta.url));
  const read = async (file: string) => new Uint8Array(await readFile(`${folder}${file}`));
  return openStatic(name, {
    config: await read('config.json'),
    tokenizer: await read('tokenizer.json'),
    weights: await read('model.safetensors'),
  });
}
