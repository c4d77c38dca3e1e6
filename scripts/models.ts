import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStatic } from '$lib/embedding/static-encoder/open';
import type { StaticEncoder } from '$lib/embedding/static-encoder/encoder';

/** The folder of the vendored models, from the project's root. */
export const MODELS = 'static/models';

/** Opens a static model of a folder; the vendored one by default. */
export function openStaticFolder(name = 'complement-static-256', folder = MODELS): Promise<StaticEncoder> {
  const read = (file: string) => new Uint8Array(readFileSync(join(folder, name, file)));
  return openStatic(name, {
    config: read('config.json'),
    tokenizer: read('tokenizer.json'),
    weights: read('model.safetensors'),
  });
}
